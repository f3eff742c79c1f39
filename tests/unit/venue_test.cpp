// SPDX-License-Identifier: MIT
#include "venue/venue.hpp"

#include <fstream>

#include "support/catch.hpp"
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace std::chrono_literals;
using test::SetVariable;

namespace {

std::string complaint_about(const std::string& text) {
  const auto venue = parse_venue(text, "venue.toml");
  return venue ? "nothing" : venue.error();
}

}  // namespace

TEST_CASE("venue: projectors have the settings of all unless they have their own", "[venue]") {
  const auto venue = parse_venue(R"(
rate = 40000
colour_shift_us = -150
brightness = 0.5
rotate = 90
[limits.brightness]
most = 0.5
[plugins]
log_file = "/tmp/a.log"
latency_ms = 25.5
hold_ms = 2000

[[projector]]
target = "01-123456789ABC/1"
name = "Left"
rate = 50000
dscp = "EF"
mirror_x = true
keystone = [[-0.9, -1], [0.9, -1], [1, 1], [-1, 1]]
rotate = 0
scale = 0.8
offset_y = -0.25
[projector.balance]
red = 0.5
[projector.limits.picture]
left = -0.5
[projector.plugins]
armed = false

[[projector]]
target = "10.0.0.11"
format = "extended"
brightness = 1
plugins.rearm = true
)",
                                 "venue.toml");
  REQUIRE(venue);
  CHECK(venue->file == "venue.toml");
  CHECK(venue->log_file == "/tmp/a.log");
  CHECK(venue->defaults.rate == 40'000);
  CHECK(venue->defaults.hosts.armed);
  REQUIRE(venue->projectors.size() == 2);
  const auto& left = venue->projectors[0];
  CHECK(left.target == "01-123456789ABC/1");
  CHECK(left.name == "Left");
  CHECK(left.settings.rate == 50'000);
  CHECK(left.settings.format == wire::kUsualFormat);
  CHECK(left.settings.hosts.latency == 25'500us);
  CHECK(left.settings.hosts.hold == 2s);
  CHECK_FALSE(left.settings.hosts.armed);
  const output::OutputOptions of_left = left.settings.output();
  CHECK(of_left.orientation == output::Orientation{.mirror_x = true,
                                                   .scale = 0.8,
                                                   .offset_y = -0.25,
                                                   .keystone = {{-0.9, -1}, {0.9, -1}, {1, 1}, {-1, 1}}});
  CHECK(of_left.balance == output::Brightness{0.25, 0.5, 0.5, 0.5, 0.5, 0.5});
  CHECK(of_left.colour_shift == -150us);
  CHECK(of_left.limits.brightness.most.green == 0.5);
  CHECK(of_left.limits.picture.left == -0.5);
  const auto& other = venue->projectors[1];
  CHECK(other.name.empty());
  CHECK(other.shown_name() == "10.0.0.11");
  CHECK(other.settings.hosts.armed);
  CHECK(other.settings.hosts.rearm);
  CHECK(other.settings.format == wire::SampleFormat::Extended);
  CHECK(other.settings.rate == 40'000);
  CHECK(other.settings.output().orientation == output::Orientation{.rotate_degrees = 90});
  CHECK(other.settings.output().balance == output::Brightness{});
  CHECK(other.settings.limits.picture.action == output::LimitAction::Off);
}

TEST_CASE("venue: a projector is found by its name or its target, others have the defaults", "[venue]") {
  const Venue venue = parse_venue(R"(
rate = 20000
[[projector]]
name = "Left"
target = "01-123456789ABC/1"
rate = 1
[[projector]]
name = "10.0.0.12"
target = "10.0.0.11"
rate = 2
[[projector]]
target = "10.0.0.12"
name = "Behind"
rate = 3
)",
                                  "venue.toml")
                          .value();
  const auto rate_of = [&](const std::string& text) { return venue.find(text).settings.rate; };
  CHECK(rate_of("Left") == 1);
  CHECK(rate_of("01-123456789ABC/1") == 1);
  CHECK(rate_of("01-123456789ABC/2") == 20'000);
  CHECK(rate_of("10.0.0.11") == 2);
  CHECK(rate_of("10.0.0.11:7255") == 2);  // the same place in other words
  CHECK(rate_of("10.0.0.12") == 2);       // names go before targets
  CHECK(rate_of("10.0.0.12:7255") == 3);
  CHECK(rate_of("left") == 20'000);
  CHECK(rate_of("01-123456789ABC") == 1);  // one service is meant
  CHECK(rate_of("Left/1") == 1);
  CHECK(rate_of("Left/2") == 20'000);
  CHECK(venue.listed("left") == nullptr);
  CHECK(venue.find("left").target == "left");
  CHECK(venue.find("Left").target == "01-123456789ABC/1");
}

TEST_CASE("venue: without a line there are defaults", "[venue]") {
  const auto venue = parse_venue("", "venue.toml");
  REQUIRE(venue);
  CHECK(venue->projectors.empty());
  CHECK(venue->defaults.rate == 30'000);
  CHECK(venue->defaults.hosts.hold == 1s);
  CHECK(venue->defaults.hosts.latency == 40ms);
  CHECK(venue->defaults.hosts.armed);
  CHECK_FALSE(venue->defaults.limits.any());
}

TEST_CASE("venue: the range of EzAudDac's points can be set", "[venue]") {
  const auto range_of = [](const std::string& text) {
    return parse_venue(text, "venue.toml").value().ezauddac_range;
  };
  CHECK(range_of("") == EzAudDacRange::Detect);
  CHECK(range_of("plugins.ezauddac_range = \"12 bit\"") == EzAudDacRange::Bits12);
  CHECK(range_of("plugins.ezauddac_range = \"16 bit\"") == EzAudDacRange::Bits16);
  CHECK(complaint_about("plugins.ezauddac_range = \"8 bit\"") ==
        "venue.toml:1:26: ezauddac_range has to be \"detect\", \"12 bit\" or \"16 bit\"");
}

TEST_CASE("venue: what Libera hosts send can be set", "[venue]") {
  const auto transport_of = [](const std::string& text) {
    return parse_venue(text, "venue.toml").value().libera_transport;
  };
  CHECK(transport_of("") == LiberaTransport::Points);
  CHECK(transport_of("plugins.libera_transport = \"points\"") == LiberaTransport::Points);
  CHECK(transport_of("plugins.libera_transport = \"frames\"") == LiberaTransport::Frames);
  CHECK(complaint_about("plugins.libera_transport = \"lines\"") ==
        "venue.toml:1:28: libera_transport has to be \"points\" or \"frames\"");
}

TEST_CASE("venue: a mistake is told with file, line, cause and remedy", "[venue]") {
  CHECK(complaint_about("\nrate = 0") == "venue.toml:2:8: rate has to be a whole number from 1 to 1000000");
  CHECK(complaint_about("rate = 30000.0") == "venue.toml:1:8: rate has to be a whole number from 1 to 1000000");
  CHECK(complaint_about("plugins.latency_ms = 2001") ==
        "venue.toml:1:22: latency_ms has to be a number from 1 to 2000");
  CHECK(complaint_about("plugins.hold_ms = 0") ==
        "venue.toml:1:19: hold_ms has to be a number from 10 to 60000");
  CHECK(complaint_about("plugins.latency_ms = 50\nplugins.hold_ms = 50") ==
        "venue.toml:2:19: hold_ms has to be more than latency_ms");
  CHECK(complaint_about("format = \"rgb\"") ==
        "venue.toml:1:10: format has to be \"xyrgb\", \"xyrgbi\", \"xyrgb16\", \"isp-db25\" or \"extended\"");
  CHECK(complaint_about("plugins.armed = 1") == "venue.toml:1:17: armed has to be true or false");
  CHECK(complaint_about("plugins.log_file = 1") ==
        "venue.toml:1:20: log_file has to be text in quotation marks");
  CHECK(complaint_about("[[projector]]\nname = \"x\"") ==
        "venue.toml:1:1: target is missing; `idn_sender scan` lists what there is");
  CHECK(complaint_about("[projector]\ntarget = \"x\"") ==
        "venue.toml:1:1: projector has to be written as [[projector]], once for each");
  CHECK(
      complaint_about("[[projector]]\ntarget = \"x\"\nspeed = 1") ==
      "venue.toml:3:1: speed is not a key here; choose from balance, brightness, "
      "colour_shift_us, dscp, format, keystone, limits, mirror_x, mirror_y, name, offset_x, offset_y, plugins, "
      "rate, rotate, "
      "scale, scanners, target");
  CHECK(complaint_about("dscp = \"EE\"") ==
        "venue.toml:1:8: dscp has to be a name such as \"EF\", \"CS4\" or \"DF\"");
  CHECK(complaint_about("projectors = 1").find("venue.toml:1:1: projectors is not a key here; choose from") ==
        0);
  CHECK(complaint_about("keystone = [[-1, -1], [1, -1], [1, 1]]") ==
        "venue.toml:1:12: keystone has to be four corners, [x, y] each: bottom left, bottom right, top right, "
        "top left");
  CHECK(complaint_about("keystone = [[1, -1], [-1, -1], [-1, 1], [1, 1]]")
            .find("to mirror the picture, use mirror_x") != std::string::npos);
  CHECK(complaint_about("[limits.speed]\nmost = \"x\"") == "venue.toml:2:8: most has to be a number");
  CHECK(complaint_about("[limits.brightness]\nmost = 2").find("venue.toml:") == 0);
  CHECK(complaint_about("brightness = 1.5") == "venue.toml:1:14: brightness has to be a number from 0 to 1");
  CHECK(complaint_about("[[projector]]\ntarget = \"a\"\n[[projector]]\ntarget = \"b\"\nname = \"a\"") ==
        "venue.toml:5:8: name is used twice; give each projector its own name");
  CHECK(complaint_about("rate = ").find("venue.toml:1:") == 0);
}

#if !defined(_WIN32) && !defined(__APPLE__)
TEST_CASE("venue: the file of the user goes before that of the machine", "[venue]") {
  const test::TemporaryFolder folder;
  const SetVariable home("HOME", folder / "home"), config("XDG_CONFIG_HOME", "");
  CHECK(venue_paths() ==
        std::vector<std::string>{folder / "home" + "/.config/idn/venue.toml", "/etc/idn/venue.toml"});
  const SetVariable moved("XDG_CONFIG_HOME", folder / "config");
  CHECK(venue_paths().front() == folder / "config" + "/idn/venue.toml");
}
#endif

TEST_CASE("venue: a file that cannot be read is no file without limits", "[venue]") {
  const test::TemporaryFolder folder;
  const auto of_folder = load_venue(folder / "");
  REQUIRE_FALSE(of_folder);
  CHECK(of_folder.error() == folder / "" + ": cannot be read; check its name and permissions");
  std::ofstream(folder / "large.toml") << std::string(1 << 21, '#');
  CHECK(load_venue(folder / "large.toml").error() == folder / "large.toml" + ": is larger than a mebibyte");
}

TEST_CASE("venue: IDN_VENUE names the only file that counts", "[venue]") {
  const test::TemporaryFolder folder;
  const SetVariable named("IDN_VENUE", folder / "mine.toml");
  const auto missing = load_venue();
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == folder / "mine.toml" + ": no such file; IDN_VENUE names it, correct or unset that");
  std::ofstream(folder / "mine.toml") << "rate = 12345\n";
  const auto venue = load_venue();
  REQUIRE(venue);
  CHECK(venue->defaults.rate == 12'345);
  CHECK(venue->file == folder / "mine.toml");
}

TEST_CASE("venue: the example of the manual can be read", "[venue]") {
  std::ifstream in(IDN_SOURCE_DIR "/docs/venue.md");
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```toml";
    } else if (inside) {
      text += line + '\n';
    }
  }
  const auto venue = parse_venue(text, "docs/venue.md");
  CAPTURE(venue ? "" : venue.error());
  REQUIRE(venue);
  REQUIRE(venue->projectors.size() == 2);
  CHECK(venue->projectors[0].name == "Left");
  CHECK(venue->projectors[0].settings.rate == 40'000);
  CHECK(venue->projectors[0].settings.limits.brightness.most.red == 0.8);
  CHECK(venue->projectors[0].settings.limits.picture.bottom == -0.5);
  CHECK(venue->projectors[1].settings.hosts.hold == 1s);
}
