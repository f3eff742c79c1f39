// SPDX-License-Identifier: MIT
#include "sender/trigger/action.hpp"

#include <array>
#include <charconv>

namespace idn::sender {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::optional<std::uint32_t> number_from(std::string_view text, std::uint32_t least, std::uint32_t most) {
  std::uint32_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc{} || end != last || number < least || number > most) return std::nullopt;
  return number;
}

/// The action `kind` with the number behind `word`, if `text` is that.
std::optional<Action> numbered(std::string_view text, std::string_view word, Action::Kind kind,
                               std::uint32_t least, std::uint32_t most) {
  if (!text.starts_with(word)) return std::nullopt;
  const auto number = number_from(trimmed(text.substr(word.size())), least, most);
  return number ? std::optional(Action{kind, *number}) : std::nullopt;
}

/// "dark 2" and the like: one stream only.
std::optional<Action> for_one(std::string_view text, std::string_view word, Action::Kind kind) {
  const auto read = numbered(text, word, kind, 1, Action::kMostStreams);
  return read ? std::optional(Action{.kind = kind, .stream = *read->number}) : std::nullopt;
}

}  // namespace

std::optional<Action> parse_action(std::string_view text) {
  using enum Action::Kind;
  text = trimmed(text);
  if (text == "dark") return Action{Dark};
  if (text == "light") return Action{Light};
  if (text == "next") return Action{Next};
  if (text == "previous") return Action{Previous};
  if (text == "brighter") return Action{Brighter};
  if (text == "dimmer") return Action{Dimmer};
  if (const auto dark = for_one(text, "dark", Dark)) return dark;
  if (const auto light = for_one(text, "light", Light)) return light;
  if (const auto brightness = numbered(text, "brightness", Brightness, 0, 100)) return brightness;
  return numbered(text, "cue", Cue, 1, Action::kLastCue);
}

std::string to_string(const Action& action) {
  static constexpr std::array<std::string_view, 9> kWords{"dark", "light",      "toggle",   "next",  "previous",
                                                          "cue",  "brightness", "brighter", "dimmer"};
  std::string text(kWords.at(static_cast<std::size_t>(action.kind)));
  if (action.number) text += ' ' + std::to_string(*action.number);
  if (action.stream > 0) text += ' ' + std::to_string(action.stream);
  return text;
}

}  // namespace idn::sender
