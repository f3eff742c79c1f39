// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "idn/bytes.hpp"
#include "sender/osc/message.hpp"
#include "sender/trigger/action.hpp"

namespace idn::sender {

/// What a message, a line or a note asks for.
struct Reading {
  std::optional<Action> action{};
  bool is_release = false;  ///< nothing, since it is a button or a key that was let go
};

/// Where triggers come from, and what each of them means: the value of --on.
struct TriggerInput {
  enum class Kind : std::uint8_t { Osc, Udp, Midi };

  Kind kind = Kind::Osc;
  std::uint32_t address = 0x7F000001;  ///< Osc, Udp: to receive at, in host byte order
  std::uint16_t port = 0;              ///< Osc, Udp; 0: any free one
  std::string name{};                  ///< Midi: part of the name of a port
  /// By OSC address, line of text, or number of a note.
  std::map<std::string, Action, std::less<>> bindings{};

  /// A first argument of 0 is a button that was let go. That means dark where the button means light, and
  /// nothing elsewhere: nothing is lit, and no cue is called, by letting go.
  Reading read(const osc::Message& message) const;
  /// One line.
  Reading read(std::string_view line) const;
  /// A message of MIDI, from its status octet on.
  Reading read_midi(ConstBytes message) const;
};

/// "osc", "udp" or "midi".
std::string_view to_string(TriggerInput::Kind kind) noexcept;

/// "osc:[ADDRESS:]PORT", "udp:[ADDRESS:]PORT" or "midi:NAME", and behind it "TRIGGER=ACTION" as often as
/// wanted, separated by commas. Throws cli::WrongValue for other text.
TriggerInput parse_trigger_input(const std::string& text);

/// "[ADDRESS:]PORT", as `text` of option `names`. Throws cli::WrongValue for other text.
void parse_place(const std::string& names, std::string_view text, std::uint32_t& address, std::uint16_t& port);

}  // namespace idn::sender
