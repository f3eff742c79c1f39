// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "idn/time.hpp"
#include "idn/wire/acknowledge.hpp"

/// What a sender knows of its receiver: it asks for acknowledges and reads the answers (sections 1.8.4
/// and 1.9).
namespace idn::stream {

/// Whether what is sent is also played. The result of an acknowledge alone does not tell: success only means
/// that the message was received.
enum class ReceiverState : std::uint8_t {
  Unknown,  ///< no answer yet; some receivers never give one
  Playing,
  Muted,          ///< another client uses the service
  NoService,      ///< the receiver has no such service, or it does not know the mode
  NotDecoded,     ///< the receiver cannot use the configuration
  ChannelClosed,  ///< the receiver has closed the channel
  GroupExcluded,  ///< the receiver does not admit this client group
  Occupied,       ///< the receiver has no session left
  Refused,        ///< for another reason
  Silent,         ///< answered before and no longer does
};

/// Words for people: "playing", "muted, another client uses the service" ...
std::string_view to_string(ReceiverState state) noexcept;

/// True when the receiver said that it does not play what it gets.
constexpr bool is_rejecting(ReceiverState state) noexcept {
  return state != ReceiverState::Unknown && state != ReceiverState::Playing && state != ReceiverState::Silent;
}

/// Real-time: yes.
class ReceiverWatch {
 public:
  /// Unanswered requests in a row after which a receiver counts as silent.
  static constexpr int kSilentAfter = 3;
  static constexpr Duration kLongestWay = std::chrono::milliseconds(50);

  /// `period`: time between requests; zero: never ask.
  explicit ReceiverWatch(Duration period) noexcept : period_(period) {}

  /// Forgets the receiver: it is another one from now on.
  void restart() noexcept { *this = ReceiverWatch(period_); }

  bool is_due(TimePoint now) const noexcept { return period_ > Duration{0} && now >= next_request_; }
  /// The packet with this number asks.
  void asked(std::uint16_t sequence, TimePoint now) noexcept;
  bool awaits_answer() const noexcept { return waiting_; }
  /// Until when an answer may come that tells how long the way is; later ones are as good as any.
  TimePoint answer_expected_until() const noexcept {
    return waiting_ ? asked_at_ + kLongestWay : TimePoint::min();
  }

  struct Answer {
    wire::Acknowledge content;
    Duration round_trip{0};
    /// The receiver has opened a new connection in the middle of the stream, so it has lost the channel.
    bool reconnected = false;
  };

  /// Takes `ack` if it answers the last request.
  std::optional<Answer> answered(std::uint16_t sequence, const wire::Acknowledge& ack, TimePoint now) noexcept;

  ReceiverState state() const noexcept { return state_; }

 private:
  Duration period_;
  TimePoint next_request_ = TimePoint::min();
  TimePoint asked_at_{};
  std::uint16_t asked_sequence_ = 0;
  bool waiting_ = false;
  bool ever_answered_ = false;
  int unanswered_ = 0;
  ReceiverState state_ = ReceiverState::Unknown;
};

}  // namespace idn::stream
