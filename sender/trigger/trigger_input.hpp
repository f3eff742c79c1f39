// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "idn/bytes.hpp"
#include "idn/time.hpp"
#include "sender/osc/message.hpp"
#include "sender/trigger/action.hpp"

namespace idn::sender {

/// The meaning of a message, line or note.
struct Reading {
  std::optional<Action> action{};
  bool is_release = false;  ///< no action: a button or key was released
  /// When it is to be done, since 1970 by the wall clock; no value: at once.
  std::optional<Duration> at{};
  std::string id{};  ///< of the trigger; a second one with it does nothing; empty: none
};

/// A source of triggers with the action of each trigger: the value of --on.
struct TriggerInput {
  enum class Kind : std::uint8_t { Osc, Udp, Midi };

  Kind kind = Kind::Osc;
  std::uint32_t address = 0x7F000001;  ///< Osc, Udp: to receive at, in host byte order
  std::uint16_t port = 0;              ///< Osc, Udp; 0: any free one
  std::string name{};                  ///< Midi: part of the name of a port
  /// Actions by trigger: OSC address, line of text, or number of a note.
  std::map<std::string, Action, std::less<>> bindings{};

  /// A first argument of 0 is the release of a button. The release of a button for light means dark; any other
  /// is ignored, so that no release switches light on or calls a cue.
  Reading read(const osc::Message& message) const;
  /// One line of a UDP datagram: "ACTION [@TIME] [#ID]", TIME as for cli::parse_moment(), ID of up to 64
  /// octets.
  Reading read(std::string_view line) const;
  /// A MIDI message, which begins with its status octet.
  Reading read_midi(ConstBytes message) const;
};

/// "osc", "udp" or "midi".
std::string_view to_string(TriggerInput::Kind kind) noexcept;

/// "osc:[ADDRESS:]PORT", "udp:[ADDRESS:]PORT" or "midi:NAME", then any number of "TRIGGER=ACTION", separated by
/// commas. Throws cli::WrongValue for other text.
TriggerInput parse_trigger_input(const std::string& text);

/// Parses "[ADDRESS:]PORT"; without an address, `address` stays as it is. Throws cli::WrongValue for other
/// text.
/// @param names of the option, for the message
void parse_place(const std::string& names, std::string_view text, std::uint32_t& address, std::uint16_t& port);

}  // namespace idn::sender
