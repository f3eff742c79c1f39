// SPDX-License-Identifier: MIT
// Writes a capture of a stream that the library's sender sends in virtual time on a system whose timer fires at
// multiples of a period, as on Windows. For lab/paper-experiment.
#include <fmt/core.h>

#include <array>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "idn/capture/pcap_writer.hpp"
#include "support/paper_show.hpp"

namespace idn {
namespace {

struct Options {
  std::string file;
  Duration period{};
  Duration length = std::chrono::seconds(60);
};

void write_capture(const std::string& file, const std::vector<test::MemoryTransport::Sent>& sent) {
  const auto client = Endpoint::ipv4(0x0A00'0001, 50'000), unit = Endpoint::ipv4(0x0A00'0002, kIdnPort);
  const auto capture = capture::PcapWriter::open(file).value();
  std::array<std::byte, 2048> packet;
  for (const auto& each : sent) {
    const auto size = capture::encode_udp_packet(client, unit, each.octets, packet);
    capture->write(each.at.time_since_epoch(), ConstBytes(packet).first(size));
  }
  capture->close();
  if (const auto fault = capture->fault()) throw std::system_error(fault, file);
}

int simulate(const Options& options) {
  const auto wake_up = [&](TimePoint deadline) { return test::next_interrupt(deadline, options.period); };
  const test::PaperShow show(wake_up, std::chrono::round<std::chrono::seconds>(options.length));
  write_capture(options.file, show.sent());
  return cli::kOk;
}

}  // namespace
}  // namespace idn

int main(int argc, char** argv) {
  using namespace idn;
  return cli::run_main("paper_simulation", [&] {
    cli::Program app("paper_simulation",
                     "Writes the capture of a show sent in virtual time by a timer of a given period.");
    Options options;
    app.add_option("FILE", options.file, "the capture to write").required();
    app.add_duration("--period", options.period, "of the timer").required();
    app.add_duration("--duration", options.length, "of the show, in whole seconds [60s]");
    if (const auto code = app.parse(argc, argv)) return *code;
    return simulate(options);
  });
}
