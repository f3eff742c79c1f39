// SPDX-License-Identifier: MIT
#include "plugins/common/settings.hpp"

#include <fstream>

#include "support/catch.hpp"
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace std::chrono_literals;
using plugins::parse_settings;
using test::SetVariable;

namespace {

std::string complaint_about(const std::string& text) {
  const auto settings = parse_settings(text, "plugins.toml");
  return settings ? "nothing" : settings.error();
}

}  // namespace

TEST_CASE("plug-ins: devices have the settings of all unless they have their own", "[plugins]") {
  const auto settings = parse_settings(R"(
log_file = "/tmp/a.log"
rate = 40000
latency_ms = 25.5
hold_ms = 2000
colour_shift_us = -150
[limits.brightness]
most = 0.5

[[device]]
target = "01-123456789ABC/1"
name = "Left"
rate = 50000
armed = false
[device.limits.picture]
left = -0.5

[[device]]
target = "10.0.0.11"
rearm = true
format = "extended"
)",
                                       "plugins.toml");
  REQUIRE(settings);
  CHECK(settings->file == "plugins.toml");
  CHECK(settings->log_file == "/tmp/a.log");
  CHECK(settings->defaults.rate == 40'000);
  CHECK(settings->defaults.armed);
  REQUIRE(settings->outputs.size() == 2);
  const auto& left = settings->outputs[0];
  CHECK(left.target == "01-123456789ABC/1");
  CHECK(left.name == "Left");
  CHECK(left.settings.rate == 50'000);
  CHECK(left.settings.latency == 25'500us);
  CHECK(left.settings.hold == 2s);
  CHECK(left.settings.colour_shift == -150us);
  CHECK_FALSE(left.settings.armed);
  CHECK(left.settings.limits.brightness.most.green == 0.5);
  CHECK(left.settings.limits.picture.left == -0.5);
  const auto& other = settings->outputs[1];
  CHECK(other.name.empty());
  CHECK(other.settings.armed);
  CHECK(other.settings.rearm);
  CHECK(other.settings.format == wire::SampleFormat::Extended);
  CHECK(left.settings.format == wire::kUsualFormat);
  CHECK(other.settings.rate == 40'000);
  CHECK(other.settings.limits.picture.action == output::LimitAction::Off);
}

TEST_CASE("plug-ins: without a line there are defaults", "[plugins]") {
  const auto settings = parse_settings("", "plugins.toml");
  REQUIRE(settings);
  CHECK(settings->outputs.empty());
  CHECK(settings->defaults.rate == 30'000);
  CHECK(settings->defaults.hold == 1s);
  CHECK(settings->defaults.latency == 40ms);
  CHECK(settings->defaults.armed);
  CHECK_FALSE(settings->defaults.limits.any());
}

TEST_CASE("plug-ins: the range of EzAudDac's points can be set", "[plugins]") {
  const auto range_of = [](const std::string& text) {
    return parse_settings(text, "plugins.toml").value().ezauddac_range;
  };
  CHECK(range_of("") == plugins::EzAudDacRange::Detect);
  CHECK(range_of("ezauddac_range = \"12 bit\"") == plugins::EzAudDacRange::Bits12);
  CHECK(range_of("ezauddac_range = \"16 bit\"") == plugins::EzAudDacRange::Bits16);
  CHECK(complaint_about("ezauddac_range = \"8 bit\"") ==
        "plugins.toml:1:18: ezauddac_range has to be \"detect\", \"12 bit\" or \"16 bit\"");
}

TEST_CASE("plug-ins: what Libera hosts send can be set", "[plugins]") {
  const auto transport_of = [](const std::string& text) {
    return parse_settings(text, "plugins.toml").value().libera_transport;
  };
  CHECK(transport_of("") == plugins::LiberaTransport::Points);
  CHECK(transport_of("libera_transport = \"points\"") == plugins::LiberaTransport::Points);
  CHECK(transport_of("libera_transport = \"frames\"") == plugins::LiberaTransport::Frames);
  CHECK(complaint_about("libera_transport = \"lines\"") ==
        "plugins.toml:1:20: libera_transport has to be \"points\" or \"frames\"");
}

TEST_CASE("plug-ins: a mistake is told with file, line, cause and remedy", "[plugins]") {
  CHECK(complaint_about("\nrate = 0") == "plugins.toml:2:8: rate has to be a whole number from 1 to 1000000");
  CHECK(complaint_about("rate = 30000.0") ==
        "plugins.toml:1:8: rate has to be a whole number from 1 to 1000000");
  CHECK(complaint_about("latency_ms = 2001") ==
        "plugins.toml:1:14: latency_ms has to be a number from 1 to 2000");
  CHECK(complaint_about("hold_ms = 0") == "plugins.toml:1:11: hold_ms has to be a number from 10 to 60000");
  CHECK(complaint_about("latency_ms = 50\nhold_ms = 50") ==
        "plugins.toml:2:11: hold_ms has to be more than latency_ms");
  CHECK(complaint_about("format = \"rgb\"") ==
        "plugins.toml:1:10: format has to be \"xyrgb\", \"xyrgbi\", \"xyrgb16\", \"isp-db25\" or \"extended\"");
  CHECK(complaint_about("armed = 1") == "plugins.toml:1:9: armed has to be true or false");
  CHECK(complaint_about("log_file = 1") == "plugins.toml:1:12: log_file has to be text in quotation marks");
  CHECK(complaint_about("[[device]]\nname = \"x\"") ==
        "plugins.toml:1:1: target is missing; `idn_sender scan` lists what there is");
  CHECK(complaint_about("[device]\ntarget = \"x\"") ==
        "plugins.toml:1:1: device has to be written as [[device]], once for each");
  CHECK(complaint_about("[[device]]\ntarget = \"x\"\nspeed = 1") ==
        "plugins.toml:3:1: speed is not a key here; choose from armed, colour_shift_us, format, "
        "hold_ms, latency_ms, limits, name, rate, rearm, target");
  CHECK(complaint_about("devices = 1").find("plugins.toml:1:1: devices is not a key here; choose from") == 0);
  CHECK(complaint_about("[limits.speed]\nmost = \"x\"") == "plugins.toml:2:8: most has to be a number");
  CHECK(complaint_about("[limits.brightness]\nmost = 2").find("plugins.toml:") == 0);
  CHECK(complaint_about("rate = ").find("plugins.toml:1:") == 0);
}

#if !defined(_WIN32) && !defined(__APPLE__)
TEST_CASE("plug-ins: the file of the user goes before that of the machine", "[plugins]") {
  const test::TemporaryFolder folder;
  const SetVariable home("HOME", folder / "home"), config("XDG_CONFIG_HOME", "");
  CHECK(plugins::settings_paths() ==
        std::vector<std::string>{folder / "home" + "/.config/idn/plugins.toml", "/etc/idn/plugins.toml"});
  const SetVariable moved("XDG_CONFIG_HOME", folder / "config");
  CHECK(plugins::settings_paths().front() == folder / "config" + "/idn/plugins.toml");
}
#endif

TEST_CASE("plug-ins: IDN_PLUGINS names the only file that counts", "[plugins]") {
  const test::TemporaryFolder folder;
  const SetVariable named("IDN_PLUGINS", folder / "mine.toml");
  const auto missing = plugins::load_settings();
  REQUIRE_FALSE(missing);
  CHECK(missing.error() ==
        folder / "mine.toml" + ": no such file; IDN_PLUGINS names it, correct or unset that");
  std::ofstream(folder / "mine.toml") << "rate = 12345\n";
  const auto settings = plugins::load_settings();
  REQUIRE(settings);
  CHECK(settings->defaults.rate == 12'345);
  CHECK(settings->file == folder / "mine.toml");
}

TEST_CASE("plug-ins: the example of the manual can be read", "[plugins]") {
  std::ifstream in(IDN_SOURCE_DIR "/docs/plugins.md");
  std::string text;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```toml";
    } else if (inside) {
      text += line + '\n';
    }
  }
  const auto settings = parse_settings(text, "docs/plugins.md");
  CAPTURE(settings ? "" : settings.error());
  REQUIRE(settings);
  REQUIRE(settings->outputs.size() == 2);
  CHECK(settings->outputs[0].name == "Left");
  CHECK(settings->outputs[0].settings.rate == 40'000);
  CHECK(settings->outputs[0].settings.limits.brightness.most.red == 0.8);
  CHECK(settings->outputs[0].settings.limits.picture.bottom == -0.5);
  CHECK(settings->outputs[1].settings.hold == 1s);
}
