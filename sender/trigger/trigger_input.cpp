// SPDX-License-Identifier: MIT
#include "sender/trigger/trigger_input.hpp"

#include <fmt/core.h>

#include <cmath>

#include "cli/command_line.hpp"
#include "cli/network.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"

namespace idn::sender {
namespace {

constexpr const char* kOption = "--on";
constexpr const char* kForms =
    "give osc:PORT, udp:PORT or midi:NAME, and behind commas what else is to mean something, for example "
    "midi:nano,36=dark,37=light";

cli::WrongValue wrong(const std::string& text, const std::string& remedy) {
  return cli::wrong_value(kOption, fmt::format("\"{}\": {}", text, remedy));
}

std::optional<TriggerInput::Kind> kind_from(std::string_view name) {
  using Kind = TriggerInput::Kind;
  for (const auto kind : {Kind::Osc, Kind::Udp, Kind::Midi})
    if (name == to_string(kind)) return kind;
  return std::nullopt;
}

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kLongestId = 64;

/// The word at the end, if another one is before it.
std::string_view last_word(std::string_view line) {
  const std::size_t end = line.find_last_not_of(kBlanks);
  if (end == std::string_view::npos) return {};
  const std::size_t before = line.find_last_of(kBlanks, end);
  return before == std::string_view::npos ? std::string_view{} : line.substr(before + 1, end - before);
}

/// Removes and returns the text up to the next comma, and removes the comma.
std::string take_part(std::string& text) {
  const std::size_t comma = text.find(',');
  const std::string part = text.substr(0, comma);
  text.erase(0, comma == std::string::npos ? text.size() : comma + 1);
  return part;
}

/// Checks a trigger and returns its key in `bindings`: "/go", a line, or a number from 0 to 127 without leading
/// zeros.
std::string trigger_name(TriggerInput::Kind kind, const std::string& part, const std::string& name) {
  if (name.empty()) throw wrong(part, kForms);
  if (kind == TriggerInput::Kind::Osc && !name.starts_with('/'))
    throw wrong(part, "an OSC address begins with a slash");
  if (kind != TriggerInput::Kind::Midi) return name;
  const auto note = cli::parse_octet(name);
  if (!note || *note > 127) throw wrong(part, "a note is a number from 0 to 127");
  return std::to_string(*note);
}

void add_binding(TriggerInput& input, const std::string& part) {
  const std::size_t equals = part.rfind('=');
  if (equals == std::string::npos) throw wrong(part, kForms);
  const std::string what = part.substr(equals + 1);
  const auto action = input.kind == TriggerInput::Kind::Osc && what == "brightness"
                          ? Action{Action::Kind::Brightness}
                          : parse_action(what);
  if (!action)
    throw wrong(part,
                "what is to be done is one of dark, light, next, previous, cue N, brightness N (percent), "
                "brighter and dimmer; of OSC also brightness, for a fader from 0 to 1");
  input.bindings.insert_or_assign(trigger_name(input.kind, part, part.substr(0, equals)), *action);
}

void add_usual_bindings(TriggerInput& input) {
  using Kind = Action::Kind;
  if (input.kind == TriggerInput::Kind::Osc)
    input.bindings = {{"/dark", {Kind::Dark}}, {"/light", {Kind::Light}},
                      {"/next", {Kind::Next}}, {"/previous", {Kind::Previous}},
                      {"/cue", {Kind::Cue}},   {"/brightness", {Kind::Brightness}}};
}

/// The action of a message such as "/cue 3".
std::optional<Action> cue_of(const osc::Message& message) {
  const auto number = message.number();
  if (!number || !(*number >= 1 && *number <= Action::kLastCue) || *number != std::floor(*number))
    return std::nullopt;
  return Action{Action::Kind::Cue, static_cast<std::uint32_t>(*number)};
}

/// The action of a fader, from 0 to 1.
std::optional<Action> brightness_of(const osc::Message& message) {
  const auto share = message.number();
  if (!share || !(*share >= 0 && *share <= 1)) return std::nullopt;
  return Action{Action::Kind::Brightness, static_cast<std::uint32_t>(std::lround(*share * 100))};
}

/// "/dark/2" and the like: one stream only.
std::optional<Action> light_of_one(std::string_view address) {
  if (!address.starts_with("/dark/") && !address.starts_with("/light/")) return std::nullopt;
  std::string words(address);
  std::ranges::replace(words, '/', ' ');
  const auto action = parse_action(words);
  return action && action->stream > 0 ? action : std::nullopt;
}

/// Their number says whether a button is pressed; another one may be meant for a stream, and is for none.
bool is_usual_light(std::string_view address) {
  return address == "/dark" || address == "/light";
}

Reading released(const Action& action) {
  if (action.kind == Action::Kind::Light)
    return {.action = Action{.kind = Action::Kind::Dark, .stream = action.stream}};
  return {.is_release = true};
}

}  // namespace

std::string_view to_string(TriggerInput::Kind kind) noexcept {
  switch (kind) {
    case TriggerInput::Kind::Osc:
      return "osc";
    case TriggerInput::Kind::Udp:
      return "udp";
    case TriggerInput::Kind::Midi:
      break;
  }
  return "midi";
}

Reading TriggerInput::read(const osc::Message& message) const {
  const auto bound = bindings.find(message.address);
  const auto known = bound == bindings.end() ? light_of_one(message.address) : bound->second;
  if (!known || (is_usual_light(message.address) && message.number() > 1)) return {};
  const Action& action = *known;
  if (action.kind == Action::Kind::Brightness && !action.number) return {.action = brightness_of(message)};
  const bool is_release = message.number() == 0.0;
  if (is_release) return released(action);
  const bool names_cue = action.kind == Action::Kind::Cue && !action.number;
  return {.action = names_cue ? cue_of(message) : action};
}

Reading TriggerInput::read(std::string_view line) const {
  if (const auto bound = bindings.find(line); bound != bindings.end()) return {.action = bound->second};
  Reading reading;
  for (std::string_view word = last_word(line); !word.empty(); word = last_word(line)) {
    if (word.front() == '@' && !reading.at) {
      reading.at = cli::parse_moment(word.substr(1));
      if (!reading.at) return {};
    } else if (word.front() == '#' && word.size() > 1 && word.size() <= kLongestId + 1 && reading.id.empty()) {
      reading.id = word.substr(1);
    } else {
      break;
    }
    line = line.substr(0, static_cast<std::size_t>(word.data() - line.data()));
  }
  line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
  const auto bound = bindings.find(line);
  reading.action = bound != bindings.end() ? bound->second : parse_action(line);
  return reading;
}

Reading TriggerInput::read_midi(ConstBytes message) const {
  if (message.size() != 3) return {};
  const auto status = std::to_integer<unsigned>(message[0]) & 0xF0;
  const auto note = std::to_integer<unsigned>(message[1]), velocity = std::to_integer<unsigned>(message[2]);
  constexpr unsigned kNoteOff = 0x80, kNoteOn = 0x90;
  if ((status != kNoteOn && status != kNoteOff) || note > 127 || velocity > 127) return {};
  const auto bound = bindings.find(std::to_string(note));
  if (bound == bindings.end()) return {};
  if (status == kNoteOff || velocity == 0) return {.is_release = true};
  return {.action = bound->second};
}

void parse_place(const std::string& names, std::string_view text, std::uint32_t& address, std::uint16_t& port) {
  const std::size_t colon = text.rfind(':');
  const auto number = cli::parse_count(colon == std::string_view::npos ? text : text.substr(colon + 1));
  if (!number || *number > 65535)
    throw cli::wrong_value(names,
                           fmt::format("\"{}\" is no UDP port, nor an IPv4 address with one, for example "
                                       "0.0.0.0:9000",
                                       text));
  port = static_cast<std::uint16_t>(*number);
  if (colon == std::string_view::npos) return;
  const auto parsed = cli::parse_address(text.substr(0, colon));
  if (!parsed) throw cli::wrong_value(names, fmt::format("\"{}\" is no IPv4 address", text.substr(0, colon)));
  address = *parsed;
}

TriggerInput parse_trigger_input(const std::string& text) {
  std::string rest = text;
  const std::string source = take_part(rest);
  const std::size_t colon = source.find(':');
  const auto kind = kind_from(std::string_view(source).substr(0, colon));
  if (!kind || colon == std::string::npos || colon + 1 == source.size()) throw wrong(text, kForms);
  TriggerInput input{.kind = *kind};
  const std::string place = source.substr(colon + 1);
  if (*kind == TriggerInput::Kind::Midi)
    input.name = place;
  else
    parse_place(kOption, place, input.address, input.port);
  add_usual_bindings(input);
  while (!rest.empty()) add_binding(input, take_part(rest));
  if (input.bindings.empty() && *kind == TriggerInput::Kind::Midi)
    throw wrong(text, "say what notes mean, for example midi:nano,36=dark,37=light,38=next,40=cue 1");
  return input;
}

}  // namespace idn::sender
