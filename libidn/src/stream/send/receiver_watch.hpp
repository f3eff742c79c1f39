// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "idn/time.hpp"
#include "idn/wire/acknowledge.hpp"
#include "stream/send/refusal_meter.hpp"

/// A sender's watchdog for its receiver: requests acknowledges and evaluates the answers (sections 1.8.4
/// and 1.9).
namespace idn::stream {

/// Requests one acknowledge per period. There are receivers that drop a packet which requests one, with its
/// samples: until the first answer, requests go out beside the chunks, in packets without samples, the first
/// kFirstRequests one per period, later ones every kUnansweredPeriod. After a negative acknowledge, or none, it
/// requests one for each of the next kProbes chunks: after a negative one to measure the share of chunks that
/// are refused, after none to tell lost acknowledges from a receiver that is silent. Threads: one owner.
/// Real-time: yes (no heap, lock, log).
class ReceiverWatch {
 public:
  /// Consecutive periods without an acknowledge after which the receiver counts as silent.
  static constexpr int kSilentAfter = 2;
  /// Chunks for which an acknowledge is requested one by one after a negative acknowledge, or none.
  static constexpr int kProbes = 20;
  /// Requests with the usual period to a receiver that has not answered yet: a few, since packets are lost.
  static constexpr int kFirstRequests = 3;
  /// Time between requests after them; the receiver may have been switched on, or replaced.
  static constexpr Duration kUnansweredPeriod = std::chrono::seconds(3);
  /// See answer_expected_until().
  static constexpr Duration kLongestWay = std::chrono::milliseconds(50);

  /// `period`: time between requests; zero: never ask.
  explicit ReceiverWatch(Duration period) noexcept : period_(period) {}

  /// Forgets the receiver: it is another one from now on.
  void restart() noexcept { *this = ReceiverWatch(period_); }

  /// Whether a packet without samples has to request an acknowledge.
  bool is_due(TimePoint now) const noexcept { return period_ > Duration{0} && now >= next_request_; }
  /// Counts a chunk that is about to be sent. @return whether its first packet has to request an acknowledge
  bool begin_chunk(TimePoint now) noexcept {
    ++chunks_;
    return ever_answered_ && (is_due(now) || probes_ > 0);
  }
  /// Whether a packet without samples has to follow the chunk, to request an acknowledge: only until the first
  /// answer.
  bool asks_beside(TimePoint now) const noexcept { return !ever_answered_ && is_due(now); }
  /// The packet with this sequence number requests an acknowledge.
  void asked(std::uint16_t sequence, TimePoint now) noexcept;
  /// Checks for missing acknowledges. Call at each wake-up.
  void on_time(TimePoint now) noexcept;
  /// Whether an acknowledge is outstanding.
  bool awaits_answer() const noexcept { return open_ > 0; }
  /// Until when the arrival of an acknowledge should be measured, as a round-trip time: kLongestWay after the
  /// last request.
  TimePoint answer_expected_until() const noexcept {
    return awaits_answer() ? asked_at_ + kLongestWay : (TimePoint::min)();
  }

  /// An acknowledge, with how long it took.
  struct Answer {
    wire::Acknowledge content;  ///< as it came
    Duration round_trip{0};     ///< from the request to the answer
    /// The receiver has opened a new connection in the middle of the stream, so it has lost the channel.
    bool reconnected = false;
  };

  /// Evaluates `ack`. @return nothing if it answers no request of this period
  std::optional<Answer> answered(std::uint16_t sequence, const wire::Acknowledge& ack, TimePoint now) noexcept;

  /// The present conclusion.
  ReceiverState state() const noexcept { return state_; }
  /// The measured share of refused chunks.
  const Refusals& refusals() const noexcept { return meter_.refusals(); }

 private:
  struct Request {
    TimePoint at{};
    std::uint32_t chunks = 0;  ///< since the request before
    std::uint16_t sequence = 0;
    bool is_probe = false;
    bool is_open = false;
  };

  /// Limit of outstanding requests.
  static constexpr std::size_t kMostOpen = 2 * std::size_t{kProbes};

  void begin_period(TimePoint now) noexcept;
  void close(Request& request) noexcept;

  Duration period_;
  TimePoint next_request_ = (TimePoint::min)();
  TimePoint asked_at_{};
  std::array<Request, kMostOpen> requests_{};  ///< a ring
  std::size_t next_ = 0;
  std::size_t open_ = 0;
  std::uint32_t chunks_ = 0;  ///< since the last request
  int probes_ = 0;            ///< still to be sent
  int first_requests_ = 0;    ///< periods before the first answer
  bool ever_answered_ = false;
  bool answered_in_period_ = true;  ///< an acknowledge came in this period
  int missed_ = 0;                  ///< periods
  RefusalMeter meter_;
  ReceiverState state_ = ReceiverState::Unknown;
};

}  // namespace idn::stream
