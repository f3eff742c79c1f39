// SPDX-License-Identifier: MIT
// The programs of examples/, in front of the real ones.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "e2e/process.hpp"
#include "idn/wire/sample_format.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

TEST_CASE("the example receiver counts the lit samples that a sender lit, and no others", "[e2e]") {
  constexpr std::size_t kLit = 2345;
  std::vector<LaserSample> samples(5000);
  for (std::size_t i = 0; i < kLit; ++i) samples[2 * i % samples.size()].g = 0xFFFF;
  const auto lit = std::ranges::count_if(samples, [](const auto& sample) { return !sample.is_dark(); });
  std::vector<std::byte> raw(samples.size() * 10);
  wire::encode_samples(wire::SampleFormat::Xyrgb16, samples, raw);
  TemporaryFolder folder;
  std::ofstream(folder / "raw", std::ios::binary)
      .write(reinterpret_cast<const char*>(raw.data()), static_cast<std::streamsize>(raw.size()));

  Process receiver({IDN_EXAMPLE_RECEIVER, "0"});
  const std::string listening = "receiving on port ";
  REQUIRE(eventually([&] { return receiver.output().ends_with('\n'); }));
  const std::string port = std::to_string(std::stoi(receiver.output().substr(listening.size())));
  const int input = open((folder / "raw").c_str(), O_RDONLY);
  Process sender({IDN_SENDER, "live", "--target", "127.0.0.1:" + port}, {.in = input});
  CHECK(sender.wait() == 0);
  close(input);
  receiver.interrupt();
  CHECK(receiver.wait() == 0);
  const std::string output = receiver.output();
  CHECK(output.ends_with("\n" + std::to_string(lit) + " lit samples\n"));
  CHECK(output.find(": 100 samples\n") != std::string::npos);
}
