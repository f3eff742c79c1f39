// SPDX-License-Identifier: MIT
#include "sample_report.hpp"

#include "datagrams.hpp"
#include "idn_parser/analyse.hpp"
#include "support/capture_builder.hpp"

namespace idn::test {

parser::Report sample_report() {
  using namespace std::chrono_literals;
  CaptureBuilder capture;
  Duration time = 1'700'000'000s;
  int number = 0;
  const auto send_after = [&](Duration offset) {
    time += offset;
    capture.datagram(time, kClient, kServer, wave_datagram(number++));
  };
  for (int i = 0; i <= 1000; ++i) send_after(1ms);
  for (const Duration offset : {Duration(2050us), Duration(5ms), Duration(20ms)}) send_after(offset);
  const TemporaryFile file(capture.octets());
  return parser::analyse(file.path(), kIdnPort);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace idn::test
