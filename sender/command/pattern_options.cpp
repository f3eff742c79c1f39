// SPDX-License-Identifier: MIT
#include "sender/command/pattern_options.hpp"

#include <fmt/core.h>

#include <charconv>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"

namespace idn::sender {
namespace {

picture::Colour parse_colour(const std::string& text) {
  unsigned value = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, value, 16);
  if (text.size() != 6 || error != std::errc{} || parsed != end)
    throw cli::Failure(cli::kUsage, fmt::format("--colour {}: give six hex digits, for example ff8000", text));
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value)};
}

std::string names() {
  std::string list;
  for (const auto& pattern : picture::all_patterns())
    list += fmt::format("{}{}", list.empty() ? "" : ", ", pattern.name);
  return list;
}

}  // namespace

void add_pattern_options(const cli::CommandLine& command, PatternOptions& options) {
  std::string description = "one of:";
  for (const auto& pattern : picture::all_patterns())
    description += fmt::format("\n{}: {}", pattern.name, pattern.purpose);
  command.add_option("NAME", options.name, description).required().choices(names());
  command.add_number("--size", options.size, 0.01, 1, "part of the full range, 0.01 to 1");
  command.add_option("--colour,--color", options.colour, fmt::format("RRGGBB in hex [{}]", options.colour));
}

std::vector<LaserSample> draw(const PatternOptions& options, SampleRate rate, const MoveOptions& moves) {
  const picture::Pattern* pattern = picture::find_pattern(options.name);
  if (pattern == nullptr)
    throw cli::Failure(cli::kUsage,
                       fmt::format("there is no pattern \"{}\"; choose {}", options.name, names()));
  picture::Path pen(rate, options.size, moves.timing());
  pattern->draw(pen, parse_colour(options.colour));
  return pen.take();
}

}  // namespace idn::sender
