// SPDX-License-Identifier: MIT
// The programs of examples/, which the documents quote, against idn_server, idn_sender and idn_parser: their
// lit samples are counted.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "e2e/process.hpp"
#include "e2e/server_process.hpp"
#include "idn/wire/sample_codec.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::test;

namespace {

/// The columns of idn_parser's table of samples that the tests need.
struct Row {
  int x = 0;
  bool is_lit = false;
};

Row parse_row(const std::string& row) {
  constexpr int kX = 5, kRed = 9, kBlue = 11;
  std::istringstream fields(row);
  std::string field;
  Row parsed;
  for (int column = 0; std::getline(fields, field, ','); ++column) {
    if (column == kX) parsed.x = std::stoi(field);
    if (column >= kRed && column <= kBlue && field != "0") parsed.is_lit = true;
  }
  return parsed;
}

struct Light {
  std::size_t samples = 0;
  std::size_t lit = 0;
  std::size_t lit_on_the_left = 0;  ///< x below 0
  bool ends_dark = false;
};

Light light_in(const std::string& table) {
  std::ifstream in(table);
  Light light;
  std::string line;
  std::getline(in, line);  // names of the columns
  while (std::getline(in, line)) {
    const Row row = parse_row(line);
    ++light.samples;
    light.lit += row.is_lit;
    light.lit_on_the_left += row.is_lit && row.x < 0;
    light.ends_dark = !row.is_lit;
  }
  return light;
}

constexpr const char* kTarget = "TARGET";

/// Runs an example against idn_server, whose address replaces kTarget in `command`, and counts the samples of
/// its recording.
Light shown_by(std::vector<std::string> command, const Streams& streams = {}) {
  const TemporaryFolder folder;
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1", "--record", folder / "show.pcap"});
  std::ranges::replace(command, kTarget, "127.0.0.1:" + server.port());
  const auto done = run(command, streams);
  INFO(done.errors);
  CHECK(done.code == 0);
  CHECK(server.finish().code == 0);
  const auto read =
      run({IDN_PARSER, folder / "show.pcap", "--port", server.port(), "--samples", folder / "samples.csv"});
  INFO(read.errors);
  CHECK(read.code <= 1);  // 1: findings, for example a stall of this machine
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

/// 30 circles of 1000 samples and one more, which closes the circle.
constexpr std::size_t kCircleSamples = 30 * 1001;

TEST_CASE("the library's example in the README lights every sample that it writes", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLE_CIRCLE, kTarget});
  CHECK(light.lit == kCircleSamples);
  CHECK(light.ends_dark);
}

TEST_CASE("the example in C lights every sample that it writes", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLE_C_CIRCLE, kTarget});
  CHECK(light.lit == 30'000);
  CHECK(light.ends_dark);
}

#ifdef IDN_EXAMPLE_C_PICTURES
TEST_CASE("the pictures of a loop in C that is late now and then stay lit meanwhile", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLE_C_PICTURES, kTarget});
  // Only the blanked moves between passes are dark, a few samples each; after the hold time thousands would be.
  CHECK(light.lit > 120 * 164);
  CHECK(light.samples - light.lit < light.samples / 20);
  CHECK(light.ends_dark);
}
#endif

TEST_CASE("each example of pictures and of fill lights the projector, and ends dark", "[e2e]") {
  const std::string example = GENERATE("pictures", "figure", "own_loop");
  CAPTURE(example);
  const Light light = shown_by({IDN_EXAMPLES "/example_" + example, kTarget, "1"});
  CHECK(light.lit > 3000);
  CHECK(light.ends_dark);
}

TEST_CASE("the example of several projectors shows its line on the one that is named", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLES "/example_projectors", kTarget});
  CHECK(light.lit > 3000);
  CHECK(light.ends_dark);
}

TEST_CASE("the example of a drawing shows its cube, and says where a picture is too long", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLES "/example_cube", "1", kTarget});
  CHECK(light.samples > 18'000);  // a second and more at 20 kHz
  CHECK(light.lit > 9000);
  CHECK(light.ends_dark);
  ServerProcess slow({"--port", "0", "--bind", "127.0.0.1"}), usual({"--port", "0", "--bind", "127.0.0.1"}),
      fast({"--port", "0", "--bind", "127.0.0.1"});
  const auto target = [](const ServerProcess& server) { return "127.0.0.1:" + server.port(); };
  const auto done = run({IDN_EXAMPLES "/example_cube", "1", target(slow), target(usual), target(fast)});
  CHECK(done.code == 0);
  // The same picture takes the slowest scanners too long, and the fastest not.
  CHECK(done.output.find(target(slow) + ": ") == 0);
  CHECK(done.output.find(target(fast)) == std::string::npos);
}

TEST_CASE("the picture of the example that hangs is dark after the hold time", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLES "/example_hold", kTarget});
  // Lit for 300 of 2000 ms, except for moves between the passes; without hold time at least 30'000 would be
  // lit.
  CHECK(light.lit > 3000);
  CHECK(light.lit < 10'000);
  CHECK(light.ends_dark);
}

TEST_CASE("the example that mirrors lights the other side", "[e2e]") {
  const Light light = shown_by({IDN_EXAMPLES "/example_look", kTarget});
  CHECK(light.lit > 3000);
  CHECK(light.lit_on_the_left > light.lit * 9 / 10);  // a pass ends in the middle
  CHECK(light.ends_dark);
}

TEST_CASE("the example that lists ends well, whatever is there", "[e2e]") {
  CHECK(run({IDN_EXAMPLES "/example_list"}).code == 0);
}

TEST_CASE("the example player lights each point of a file", "[e2e]") {
  const TemporaryFolder folder;
  REQUIRE(run({IDN_SENDER, "export", "circle", folder / "circle.ild"}).code == 0);
  const Light light = shown_by({IDN_EXAMPLES "/example_play_ild", folder / "circle.ild", kTarget});
  // 40 ms at 30 kHz: two passes of the 601 points of the file.
  CHECK(light.lit == 1202);
  CHECK(light.ends_dark);
}

TEST_CASE("the example playlist plays one file after the other, and says which it cannot", "[e2e]") {
  const TemporaryFolder folder;
  for (const char* picture : {"circle", "square"})
    REQUIRE(run({IDN_SENDER, "export", picture, folder / (std::string(picture) + ".ild")}).code == 0);
  std::ofstream(folder / "list") << folder / "circle.ild" << "\n" << folder / "square.ild" << "\n";
  const Light light = shown_by({IDN_EXAMPLES "/example_playlist", folder / "list", kTarget});
  CHECK(light.lit > 2 * 1100);  // 40 ms of each
  CHECK(light.lit < 3 * 1202);
  CHECK(light.ends_dark);
  std::ofstream(folder / "list") << folder / "list" << "\n";
  const auto done = run({IDN_EXAMPLES "/example_playlist", folder / "list", "127.0.0.1:9"});
  CHECK(done.code == 1);
  CHECK(done.errors.find("list: no .ild file") != std::string::npos);
}

TEST_CASE("the example report tells what idn_parser tells", "[e2e]") {
  const TemporaryFolder folder;
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1", "--record", folder / "show.pcap"});
  REQUIRE(run({IDN_EXAMPLE_CIRCLE, "127.0.0.1:" + server.port()}).code == 0);
  REQUIRE(server.finish().code == 0);
  const auto told = run({IDN_EXAMPLES "/example_report", folder / "show.pcap"});
  CHECK(told.code == 0);
  const auto parsed = run({IDN_PARSER, folder / "show.pcap", "--port", server.port(), "--json"});
  const auto json = nlohmann::json::parse(parsed.output);
  const auto& stream = json["streams"].at(0);
  std::array<char, 256> line{};
  std::snprintf(
      line.data(), line.size(),
      "%s group 0 channel 0: %d samples, %d datagrams lost, offsets %.3f us on average, %.2f %% on target\n",
      stream["client"].get<std::string>().c_str(), stream["samples"].get<int>(),
      json["connections"].at(0)["lost"].get<int>(), stream["offsets"]["average_us"].get<double>(),
      100 * stream["target"]["on_target_share"].get<double>());
  CHECK(told.output == line.data());
}

TEST_CASE("the example console arms and says what the device does", "[e2e]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "lines") << "arm\ndark\nlight\nrate 40000\nrate 0\ndisarm\n";
  const int input = open((folder / "lines").c_str(), O_RDONLY);
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1"});
  const auto done = run({IDN_EXAMPLES "/example_console", "127.0.0.1:" + server.port()}, {.in = input});
  close(input);
  CHECK(done.code == 0);
  std::vector<std::string> states;
  std::istringstream lines(done.output);
  for (std::string line; std::getline(lines, line);) states.push_back(line.substr(line.find_first_of(",") + 1));
  REQUIRE(states.size() == 6);
  CHECK(states[0] == " armed");
  CHECK(states[1] == " armed, dark");
  CHECK(states[2] == " armed");
  CHECK(done.errors.find("rate") != std::string::npos);  // refuses rate 0
}

TEST_CASE("the example cues plays them and says what the device does", "[e2e]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "lines") << "arm\ncue 2\ndark\nlight\nmaster 0.5\nkeystone 0.1\nkeystone 3\ndisarm\n";
  const int input = open((folder / "lines").c_str(), O_RDONLY);
  ServerProcess server({"--port", "0", "--bind", "127.0.0.1"});
  const auto done = run({IDN_EXAMPLES "/example_cues", "127.0.0.1:" + server.port()}, {.in = input});
  close(input);
  CHECK(done.code == 0);
  CHECK(std::ranges::count(done.output, '\n') == 8);
  CHECK(done.output.find(", armed, dark\n") != std::string::npos);
  CHECK(done.errors.find("form a convex quadrilateral") != std::string::npos);
}

TEST_CASE("the example that prints samples gets each that the example in the README writes", "[e2e]") {
  Process printer({IDN_EXAMPLES "/example_print_samples", "0", "3600"});
  REQUIRE(eventually([&] { return printer.output().starts_with("port "); }));
  const std::string port = printer.output().substr(5, printer.output().find('\n') - 5);
  CHECK(run({IDN_EXAMPLE_CIRCLE, "127.0.0.1:" + port}).code == 0);
  const auto lit = [&] {
    std::size_t sum = 0;
    std::istringstream lines(printer.output());
    for (std::string line; std::getline(lines, line);)
      if (const auto comma = line.find(", "); comma != std::string::npos)
        sum += std::stoul(line.substr(comma + 2));
    return sum;
  };
  CHECK(eventually([&] { return lit() == kCircleSamples; }));
  printer.interrupt();
  printer.wait();
}
