// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "idn/client/status.hpp"

namespace idn::sender {

/// What an operator wants to know of a projector.
enum class LightKind : std::uint8_t {
  Lit,  ///< light is sent, and within the last second the receiver has confirmed that it plays the stream
  NotConfirmed,  ///< light is sent, without such an answer
  Dark,          ///< no light is sent
  NoAnswer,      ///< the receiver does not answer any more, or nobody answers there
  Refused,       ///< there is a host, but no receiver
  Muted,         ///< another client uses the service
  Flickers,      ///< the receiver drops a part of what it gets
  NotShown,      ///< the receiver does not play the stream for another reason
};

/// "LIT", "SENDING, NOT CONFIRMED", "NO ANSWER" ...
std::string_view to_string(LightKind kind) noexcept;
/// For JSON: "lit", "not_confirmed" ...
std::string_view key_of(LightKind kind) noexcept;

struct Light {
  LightKind kind = LightKind::Dark;
  std::string why{};  ///< a sentence fragment; may be empty
  friend bool operator==(const Light&, const Light&) = default;
};

/// "DARK (switched off)".
std::string to_string(const Light& light);

/// What was seen of a stream lately, beside its status.
struct Recent {
  bool has_send_errors = false;      ///< in the last 2 s, other than a full socket
  bool is_starving = false;          ///< the input was late
  bool nobody_found = false;         ///< nobody answered the search at its address
  bool is_missing = false;           ///< its unit was not there yet
  bool is_after_loss = false;        ///< dark since the receiver had been away
  bool is_armed_by_content = false;  ///< such as pictures by OSC
};

/// How long after the last light a stream is dark: longer than the blanked moves of a picture.
inline constexpr Duration kUnlitAfter = std::chrono::milliseconds(300);
/// For how long an acknowledge confirms.
inline constexpr Duration kConfirmedFor = std::chrono::seconds(1);

Light light_of(const client::DeviceStatus& status, const Recent& recent, TimePoint now);

}  // namespace idn::sender
