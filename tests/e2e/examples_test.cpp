// SPDX-License-Identifier: MIT
// The programs of examples/, which the documents quote, in front of the real ones: what they light is counted.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "e2e/process.hpp"
#include "e2e/server_process.hpp"
#include "idn/wire/sample_format.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

namespace {

/// A sample of idn_parser's table is lit where one of its colours is.
bool is_lit(const std::string& row) {
  constexpr int kRed = 9, kBlue = 11;
  std::istringstream fields(row);
  std::string field;
  for (int column = 0; std::getline(fields, field, ','); ++column)
    if (column >= kRed && column <= kBlue && field != "0") return true;
  return false;
}

struct Light {
  std::size_t samples = 0;
  std::size_t lit = 0;
  bool ends_dark = false;
};

Light light_in(const std::string& table) {
  std::ifstream in(table);
  Light light;
  std::string row;
  std::getline(in, row);  // names of the columns
  while (std::getline(in, row)) {
    ++light.samples;
    light.lit += is_lit(row);
    light.ends_dark = !is_lit(row);
  }
  return light;
}

/// Runs an example against idn_server, and reads what that recorded.
Light shown_by(const std::string& example) {
  const TemporaryFolder folder;
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1", "--record", folder / "show.pcap"});
  const auto done = run({example, "127.0.0.1:" + server.port()});
  INFO(done.errors);
  CHECK(done.code == 0);
  CHECK(server.finish().code == 0);
  const auto read =
      run({IDN_PARSER, folder / "show.pcap", "--port", server.port(), "--samples", folder / "samples.csv"});
  INFO(read.errors);
  CHECK(read.code == 0);
  return light_in(folder / "samples.csv");
}

}  // namespace

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
}

TEST_CASE("the library's example in the README lights every sample that it writes", "[e2e]") {
  const Light light = shown_by(IDN_EXAMPLE_CIRCLE);
  CHECK(light.lit == 30'000);
  CHECK(light.ends_dark);
}

TEST_CASE("the example in C lights every sample that it writes", "[e2e]") {
  const Light light = shown_by(IDN_EXAMPLE_C_CIRCLE);
  CHECK(light.lit == 30'000);
  CHECK(light.ends_dark);
}

#ifdef IDN_EXAMPLE_C_PICTURES
TEST_CASE("the pictures of a loop in C that is late now and then stay lit meanwhile", "[e2e]") {
  const Light light = shown_by(IDN_EXAMPLE_C_PICTURES);
  // Dark are the moves between passes, a few samples each; a hold time that ends would cost thousands.
  CHECK(light.lit > 120 * 164);
  CHECK(light.samples - light.lit < light.samples / 20);
  CHECK(light.ends_dark);
}
#endif
