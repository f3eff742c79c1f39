// SPDX-License-Identifier: MIT
#include "sender/source/playlist.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "cli/failure.hpp"
#include "cli/ilda_file.hpp"
#include "cli/units.hpp"
#include "toml/toml_table.hpp"

namespace idn::sender {
namespace {

constexpr const char* kTime = R"(a time such as "2s" or "500ms")";
constexpr Duration kLongest = std::chrono::hours(24);

std::optional<Duration> time_from(const std::string& text) {
  const auto time = cli::parse_duration(text);
  return time && *time <= kLongest ? time : std::nullopt;
}

CueOptions read_options(TomlTable& table, CueOptions options) {
  options.fps = table.real("fps", options.fps, 0, 1000);
  options.rate = static_cast<std::uint64_t>(
      table.number("rate", static_cast<std::int64_t>(options.rate), 1000, SampleRate::kMax));
  options.repeat = static_cast<std::uint64_t>(
      table.number("repeat", static_cast<std::int64_t>(options.repeat), 1, 1'000'000));
  if (const auto still = table.parsed("still", time_from, kTime)) options.still = still;
  options.time = table.parsed("time", time_from, kTime).value_or(options.time);
  options.fade = table.parsed("fade", time_from, kTime).value_or(options.fade);
  options.gap = table.parsed("gap", time_from, kTime).value_or(options.gap);
  return options;
}

std::vector<PlaylistItem> read_cue(TomlTable& table, const std::filesystem::path& folder,
                                   const CueOptions& defaults) {
  table.require("file", "it names an .ild file or a folder of them");
  const std::string file = table.text("file", ""), name = table.text("name", "");
  const CueOptions options = read_options(table, defaults);
  std::vector<PlaylistItem> items;
  for (std::string& path : cli::ilda_files((folder / file).string()))
    items.push_back({std::move(path), name, options});
  return items;
}

bool is_playlist(const std::filesystem::path& path) {
  return path.extension() == ".toml";
}

std::vector<PlaylistItem> read_playlist(const std::string& path, CueOptions options) try {
  std::vector<PlaylistItem> items;
  TomlTable::read_file(path, [&](TomlTable& table) {
    options = read_options(table, options);
    table.in_tables("cue", [&](TomlTable& cue) {
      std::ranges::move(read_cue(cue, std::filesystem::path(path).parent_path(), options),
                        std::back_inserter(items));
    });
  });
  if (items.empty())
    throw cli::Failure(cli::kUsage, path + ": has no cue; give each a table [[cue]] with file = \"NAME.ild\"");
  return items;
} catch (const BadToml& bad) {
  throw cli::Failure(cli::kUsage, bad.text);
}

}  // namespace

std::vector<PlaylistItem> playlist_of(const std::string& path, const CueOptions& options) {
  if (is_playlist(path)) return read_playlist(path, options);
  std::vector<PlaylistItem> items;
  for (std::string& file : cli::ilda_files(path)) items.push_back({std::move(file), {}, options});
  return items;
}

}  // namespace idn::sender
