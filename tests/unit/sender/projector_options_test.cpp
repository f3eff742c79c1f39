// SPDX-License-Identifier: MIT
#include "sender/projector_options.hpp"

#include <fstream>

#include "cli/failure.hpp"
#include "sender/stream_options.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"
#include "venue/venue.hpp"

using namespace idn;
using sender::StreamOptions;

namespace {

Venue stage() {
  return parse_venue(R"(
rate = 20000
[limits.brightness]
most = 0.5
[[projector]]
name = "Left"
target = "10.0.0.11"
rate = 40000
format = "xyrgb16"
dscp = "CS4"
mirror_x = true
rotate = 90
scale = 0.5
offset_x = 0.1
brightness = 0.8
[projector.balance]
red = 0.5
[projector.limits.picture]
left = -0.5
)",
                     "venue.toml")
      .value();
}

/// The options of a command line, completed by stage().
StreamOptions completed(std::vector<const char*> words) {
  StreamOptions options;
  cli::Program program("program", "");
  add_stream_options(program, options);
  words.insert(words.begin(), "program");
  REQUIRE_FALSE(program.parse(static_cast<int>(words.size()), words.data()));
  complete(options, stage());
  return options;
}

}  // namespace

TEST_CASE("projector: what the venue file says of it reaches the device", "[sender]") {
  const StreamOptions options = completed({"--target", "Left"});
  CHECK(options.projector == "Left");
  CHECK(options.target == "10.0.0.11");
  CHECK(options.rate == 40'000);
  CHECK(options.format == wire::SampleCodec(wire::SampleFormat::Xyrgb16));
  for (const auto mode : {sender::StreamMode::Wave, sender::StreamMode::Frame}) {
    StreamOptions played = options;
    played.mode = mode;
    CHECK(device_options(played).datagrams.dscp == 32);
    const output::OutputOptions output = device_options(played).output;
    CHECK(output.orientation ==
          output::Orientation{.mirror_x = true, .rotate_degrees = 90, .scale = 0.5, .offset_x = 0.1});
    CHECK(output.balance == output::Brightness{0.4, 0.8, 0.8, 0.8, 0.8, 0.8});
    CHECK(output.limits.brightness.most.red == 0.5);
    CHECK(output.limits.picture.left == -0.5);
  }
}

TEST_CASE("projector: one that the venue file does not list has what stands for all", "[sender]") {
  const StreamOptions options = completed({"--target", "10.0.0.12"});
  CHECK(options.projector == "10.0.0.12");
  CHECK(options.target == "10.0.0.12");
  CHECK(options.rate == 20'000);
  CHECK(options.output.orientation == output::Orientation{});
  CHECK(options.output.limits.brightness.most.red == 0.5);
  CHECK(options.limits_in_force == std::vector<sender::LimitsInForce>{{"venue.toml", true}});
}

TEST_CASE("projector: options go before the venue file, and limits of both hold", "[sender]") {
  const test::TemporaryFolder folder;
  const std::string limits = folder / "limits.toml";
  std::ofstream(limits) << "[brightness]\nmost = 0.75\nred = 0.25\n";
  const StreamOptions options =
      completed({"--target", "Left", "--rate", "10k", "--format", "xyrgbi", "--brightness", "50%", "--rotate",
                 "-45", "--dscp", "ef", "--scale", "2", "--mirror-y", "--limits", limits.c_str()});
  CHECK(options.rate == 10'000);
  CHECK(options.dscp == 46);
  CHECK(options.format == wire::SampleCodec(wire::SampleFormat::Xyrgbi));
  CHECK(options.output.balance.red == 0.25);
  CHECK(options.output.balance.green == 0.5);
  CHECK(options.output.orientation ==
        output::Orientation{
            .mirror_x = true, .mirror_y = true, .rotate_degrees = -45, .scale = 2, .offset_x = 0.1});
  CHECK(options.output.limits.brightness.most.red == 0.25);
  CHECK(options.output.limits.brightness.most.green == 0.5);
  CHECK(options.limits_in_force == std::vector<sender::LimitsInForce>{{"venue.toml", true}, {limits, true}});
}

TEST_CASE("projector: a brightness above 1 without % is a mistake, whichever was meant", "[sender]") {
  const auto is_refused = [](const char* value) {
    StreamOptions options;
    cli::Program program("program", "");
    add_stream_options(program, options);
    const char* const words[] = {"program", "--brightness", value};
    return program.parse(3, words) == cli::kUsage;
  };
  CHECK(is_refused("50"));
  CHECK(is_refused("101%"));
  CHECK(is_refused("-0.1"));
  CHECK_FALSE(is_refused("0"));
  CHECK_FALSE(is_refused("100%"));
}

TEST_CASE("projector: a file of limits that is not there is an error of the environment", "[sender]") {
  StreamOptions options;
  options.given.limits_file = "/nowhere/limits.toml";
  CHECK_THROWS_AS(complete(options, Venue{}), cli::Failure);
}
