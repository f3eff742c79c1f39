// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "idn/export.hpp"
#include "idn/wire/acknowledge.hpp"

/// What a sender knows of its receiver, by the acknowledges that it requests (sections 1.8.4 and 1.9).
namespace idn::stream {

/// Whether what is sent is also played. The result of an acknowledge alone does not tell: success only means
/// that the message was received.
enum class ReceiverState : std::uint8_t {
  Unknown,        ///< no answer yet; some receivers never give one
  Playing,        ///< it plays what it gets
  Muted,          ///< another client uses the service
  NoService,      ///< the receiver has no such service, or it does not know the mode
  NotDecoded,     ///< the receiver cannot use the configuration
  ChannelClosed,  ///< not open there: the receiver has closed it, or got no configuration
  GroupExcluded,  ///< the receiver does not admit this client group
  Occupied,       ///< the receiver has no session left
  Refused,        ///< for another reason
  Silent,         ///< answered before and no longer does
  Dropping,       ///< it takes the stream, but shows less than nine tenths of it: see Refusals
};

/// Text for users: "playing", "muted, another client uses the service" ...
IDN_EXPORT std::string_view to_string(ReceiverState state) noexcept;

/// True when the receiver reported that it does not play what it gets.
constexpr bool is_rejecting(ReceiverState state) noexcept {
  return state != ReceiverState::Unknown && state != ReceiverState::Playing && state != ReceiverState::Silent;
}

/// Counts of the recent chunks (wave datagrams, frames) that were acknowledged one by one.
struct Refusals {
  std::uint16_t refused = 0;          ///< of the judged ones
  std::uint16_t judged = 0;           ///< acknowledged one by one, refused ones included
  std::uint16_t input_events = 0;     ///< bits that reported a refusal
  std::uint16_t pipeline_events = 0;  ///< likewise

  /// 0 to 1.
  constexpr double share() const noexcept { return judged == 0 ? 0.0 : static_cast<double>(refused) / judged; }
  friend constexpr bool operator==(const Refusals&, const Refusals&) = default;
};

/// The receiver's last acknowledge.
struct AckSummary {
  wire::AckResult result{};           ///< as received
  std::uint8_t status = 0;            ///< bits, see wire::Acknowledge
  std::uint16_t input_events = 0;     ///< bits of wire::input_event
  std::uint16_t pipeline_events = 0;  ///< bits of wire::pipeline_event
  std::uint8_t link_quality = 0;      ///< 0 unknown, 1 very poor .. 255 excellent
  std::uint8_t reserved = 0;          ///< fills up to 8 octets, which are read and written as one word
};

}  // namespace idn::stream
