// SPDX-License-Identifier: MIT
#include "plugins/common/settings.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "output/toml_reader.hpp"
#include "plugins/common/platform/folders.hpp"

namespace idn::plugins {
namespace {

using output::BadToml;
using output::TomlReader;

constexpr char kVariable[] = "IDN_PLUGINS";

/// @param unit of the number in the file, in nanoseconds
/// @param least limits of that number, as the next one
void read_duration(TomlReader& table, std::string_view key, Duration& value, double unit, double least,
                   double most) {
  double units = static_cast<double>(value.count()) / unit;
  table.read(key, units, least, most);
  value = Duration(std::llround(units * unit));
}

void read_format(TomlReader& table, wire::SampleFormat& format) {
  std::string name(to_string(format));
  table.read("format", name);
  const auto known = wire::sample_format_from(name);
  if (!known)
    table.fail("format", "has to be \"xyrgb\", \"xyrgbi\", \"xyrgb16\", \"isp-db25\" or \"extended\"");
  format = *known;
}

void read_output(TomlReader& table, OutputSettings& settings) {
  constexpr double kMicrosecond = 1e3, kMillisecond = 1e6;
  std::int64_t rate = settings.rate;
  table.read("rate", rate, 1, SampleRate::kMax);
  settings.rate = static_cast<std::uint32_t>(rate);
  read_duration(table, "latency_ms", settings.latency, kMillisecond, 1, 2'000);
  read_duration(table, "hold_ms", settings.hold, kMillisecond, 10, 60'000);
  read_duration(table, "colour_shift_us", settings.colour_shift, kMicrosecond, -2'000, 2'000);
  if (settings.hold <= settings.latency) table.fail("hold_ms", "has to be more than latency_ms");
  read_format(table, settings.format);
  table.read("armed", settings.armed);
  table.read("rearm", settings.rearm);
  table.in_table("limits", [&](TomlReader& inner) {
    output::OutputLimits limits;
    read_limits(inner, limits);
    settings.limits = output::tightest(settings.limits, limits);
  });
  if (const auto problem = output::problem_in(settings.limits)) table.fail("limits", "cannot be: " + *problem);
}

EzAudDacRange read_range(TomlReader& table) {
  constexpr char kKey[] = "ezauddac_range";
  std::string range = "detect";
  table.read(kKey, range);
  if (range == "12 bit") return EzAudDacRange::Bits12;
  if (range == "16 bit") return EzAudDacRange::Bits16;
  if (range != "detect") table.fail(kKey, "has to be \"detect\", \"12 bit\" or \"16 bit\"");
  return EzAudDacRange::Detect;
}

LiberaTransport read_transport(TomlReader& table) {
  constexpr char kKey[] = "libera_transport";
  std::string transport = "points";
  table.read(kKey, transport);
  if (transport == "frames") return LiberaTransport::Frames;
  if (transport != "points") table.fail(kKey, "has to be \"points\" or \"frames\"");
  return LiberaTransport::Points;
}

WantedOutput read_device(TomlReader& table, const OutputSettings& defaults) {
  WantedOutput output{.target = {}, .name = {}, .settings = defaults};
  table.require("target", output.target);
  if (output.target.empty()) table.fail("target", "is empty; `idn_sender scan` lists what there is");
  table.read("name", output.name);
  read_output(table, output.settings);
  return output;
}

Settings read_settings(TomlReader& table, const std::string& name) {
  Settings settings{.file = name, .defaults = {}, .outputs = {}, .log_file = default_log_file()};
  table.read("log_file", settings.log_file);
  settings.ezauddac_range = read_range(table);
  settings.libera_transport = read_transport(table);
  read_output(table, settings.defaults);
  table.in_tables(
      "device", [&](TomlReader& inner) { settings.outputs.push_back(read_device(inner, settings.defaults)); });
  table.refuse_unknown_keys();
  return settings;
}

tl::expected<Settings, std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) return tl::unexpected(path + ": cannot be read; check its permissions");
  return parse_settings(text, path);
}

bool file_exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

std::vector<std::string> settings_paths() {
  std::vector<std::string> paths;
  if (const auto own = platform::settings_folder(); !own.empty()) paths.push_back(own + "/plugins.toml");
  if (const auto machine = platform::machine_folder(); !machine.empty())
    paths.push_back(machine + "/plugins.toml");
  return paths;
}

std::string default_log_file() {
  const auto folder = platform::log_folder();
  return folder.empty() ? std::string() : folder + "/plugins.log";
}

tl::expected<Settings, std::string> load_settings() {
  if (const auto named = platform::environment(kVariable); !named.empty()) {
    if (file_exists(named)) return read_file(named);
    return tl::unexpected(named + ": no such file; " + kVariable + " names it, correct or unset that");
  }
  for (const std::string& path : settings_paths())
    if (file_exists(path)) return read_file(path);
  Settings settings;
  settings.log_file = default_log_file();
  return settings;
}

tl::expected<Settings, std::string> parse_settings(std::string_view text, const std::string& name) try {
  const toml::table root = output::parse_toml(text, name);
  TomlReader table(root, name);
  return read_settings(table, name);
} catch (const BadToml& bad) {
  return tl::unexpected(bad.text);
}

}  // namespace idn::plugins
