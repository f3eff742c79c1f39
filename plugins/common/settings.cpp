// SPDX-License-Identifier: MIT
#include "plugins/common/settings.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "plugins/common/platform/folders.hpp"
#include "toml/limits_table.hpp"

namespace idn::plugins {
namespace {

constexpr char kVariable[] = "IDN_PLUGINS";

/// @param unit of the number in the file, in nanoseconds
/// @param least limits of that number, as the next one
void read_duration(TomlTable& table, std::string_view key, Duration& value, double unit, double least,
                   double most) {
  value =
      Duration(std::llround(table.real(key, static_cast<double>(value.count()) / unit, least, most) * unit));
}

void read_output(TomlTable& table, OutputSettings& settings) {
  constexpr double kMicrosecond = 1e3, kMillisecond = 1e6;
  settings.rate = static_cast<std::uint32_t>(table.number("rate", settings.rate, 1, SampleRate::kMax));
  read_duration(table, "latency_ms", settings.latency, kMillisecond, 1, 2'000);
  read_duration(table, "hold_ms", settings.hold, kMillisecond, 10, 60'000);
  read_duration(table, "colour_shift_us", settings.colour_shift, kMicrosecond, -2'000, 2'000);
  if (settings.hold <= settings.latency) table.fail("hold_ms", "has to be more than latency_ms");
  settings.format = table
                        .parsed("format", wire::sample_format_from,
                                R"("xyrgb", "xyrgbi", "xyrgb16", "isp-db25" or "extended")")
                        .value_or(settings.format);
  settings.armed = table.flag("armed", settings.armed);
  settings.rearm = table.flag("rearm", settings.rearm);
  table.in_table("limits", [&](TomlTable& inner) {
    settings.limits = output::tightest(settings.limits, read_limits(inner));
  });
  if (const auto problem = output::problem_in(settings.limits)) table.fail("limits", "cannot be: " + *problem);
}

std::optional<EzAudDacRange> range_from(std::string_view text) {
  if (text == "detect") return EzAudDacRange::Detect;
  if (text == "12 bit") return EzAudDacRange::Bits12;
  if (text == "16 bit") return EzAudDacRange::Bits16;
  return std::nullopt;
}

std::optional<LiberaTransport> transport_from(std::string_view text) {
  if (text == "points") return LiberaTransport::Points;
  if (text == "frames") return LiberaTransport::Frames;
  return std::nullopt;
}

WantedOutput read_device(TomlTable& table, const OutputSettings& defaults) {
  WantedOutput output{.target = {}, .name = {}, .settings = defaults};
  table.require("target", "`idn_sender scan` lists what there is");
  output.target = table.text("target", "");
  if (output.target.empty()) table.fail("target", "is empty; `idn_sender scan` lists what there is");
  output.name = table.text("name", "");
  read_output(table, output.settings);
  return output;
}

Settings read_settings(TomlTable& table, const std::string& name) {
  Settings settings;
  settings.file = name;
  settings.log_file = table.text("log_file", default_log_file());
  settings.ezauddac_range = table.parsed("ezauddac_range", range_from, R"("detect", "12 bit" or "16 bit")")
                                .value_or(settings.ezauddac_range);
  settings.libera_transport = table.parsed("libera_transport", transport_from, R"("points" or "frames")")
                                  .value_or(settings.libera_transport);
  read_output(table, settings.defaults);
  table.in_tables("device",
                  [&](TomlTable& inner) { settings.outputs.push_back(read_device(inner, settings.defaults)); });
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
  Settings settings;
  TomlTable::read_root(text, name, [&](TomlTable& table) { settings = read_settings(table, name); });
  return settings;
} catch (const BadToml& bad) {
  return tl::unexpected(bad.text);
}

}  // namespace idn::plugins
