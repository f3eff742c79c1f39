// SPDX-License-Identifier: MIT
#include "sender/trigger/action.hpp"

#include <charconv>

namespace idn::sender {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kCueWord = "cue";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::optional<std::uint32_t> cue_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc{} || end != last || number < 1 || number > Action::kLastCue) return std::nullopt;
  return number;
}

}  // namespace

std::optional<Action> parse_action(std::string_view text) {
  text = trimmed(text);
  if (text == "dark") return Action{Action::Kind::Dark};
  if (text == "light") return Action{Action::Kind::Light};
  if (text == "next") return Action{Action::Kind::Next};
  if (text == "previous") return Action{Action::Kind::Previous};
  if (!text.starts_with(kCueWord)) return std::nullopt;
  const auto number = cue_number(trimmed(text.substr(kCueWord.size())));
  return number ? std::optional(Action{Action::Kind::Cue, *number}) : std::nullopt;
}

}  // namespace idn::sender
