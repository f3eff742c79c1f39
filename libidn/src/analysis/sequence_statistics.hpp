// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "idn/analysis/connection_meter.hpp"

/// Loss, lateness and duplicates on a connection, by its sequence numbers (section 1.8.3). A receiver looks
/// back at the last 64 numbers only (stream::SequenceTracker); this measurement looks back up to 1.5 s of media
/// time.
namespace idn::analysis {

/// A real-time datagram of a connection as it arrived.
struct SequencedDatagram {
  std::uint16_t number = 0;  ///< of its packet header
  Duration arrival{};        ///< since any epoch
  /// Unwrapped timestamp of its message; nothing for empty ones, sequel fragments and what is not readable.
  std::optional<std::chrono::microseconds> media{};
};

/// How often a connection was interrupted so far. A stream compares this with the state at its last datagram.
struct Interruptions {
  std::uint64_t losses = 0;        ///< how often numbers were skipped, or what they carry is unknown
  std::uint64_t closes = 0;        ///< how often the session was closed
  std::uint64_t restarts = 0;      ///< how often the sender restarted
  std::int64_t newest = 0;         ///< newest sequence number, unwrapped
  std::int64_t complete_from = 0;  ///< from this number to the newest, all have arrived
};

/// Distinguishes loss, lateness, duplicates and restarts, by sequence numbers and timestamps together.
///
/// - A step forward by up to kSurelyLoss numbers is loss, unless the timestamps disagree with both the numbers
///   and the arrivals by more than kMisfit (or a tenth, if that is more). A longer step is loss where the
///   timestamps advance by as much display time as the missing numbers carry, and the arrivals by about the
///   same; so outages of more than half of the number space are counted, too.
/// - A number before the newest one is late or a duplicate if its timestamp is older by as much, up to kLatest.
///   Without a timestamp, the mean display time per number is used instead.
/// - Everything else is a restart of the sender. After the close of a session it is a new beginning, which does
///   not count as a restart.
///
/// Takes 4 KiB.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class SequenceStatistics {
 public:
  static constexpr int kSurelyLoss = 1023;  ///< longer steps need the timestamps to be judged
  /// How far timestamps and numbers, or timestamps and arrivals, may disagree on one time axis.
  static constexpr std::chrono::milliseconds kMisfit{500};
  /// Longest lateness in media time; an older datagram is a restart.
  static constexpr std::chrono::milliseconds kLatest{1500};

  /// Classifies and counts a datagram. In order of arrival.
  SequenceStep take(const SequencedDatagram& datagram) noexcept {
    SequenceStep step;
    take(datagram, step);
    return step;
  }
  /// Call for a request of the same client, such as a ping: some clients number these and the datagrams of
  /// their streams by one counter. A number that only a request had is not lost.
  void take_request(std::uint16_t number) noexcept {
    if (has_begun_ && number == static_cast<std::uint16_t>(newest_ + 1 + requests_)) ++requests_;
  }
  /// Call after take() of a datagram in order whose message the capture lacks: its number is not lost, but what
  /// it carried is unknown.
  void skip() noexcept {
    ++interruptions_.losses;
    interruptions_.complete_from = newest_ + 1;
  }
  /// Call after take() of a duplicate that another clock of the capture has stamped.
  void record_twice() noexcept {
    --counts_.duplicates;
    ++counts_.recorded_twice;
  }
  /// Call after take() of a datagram that closes or aborts the session.
  void close() noexcept {
    is_closed_ = true;
    ++interruptions_.closes;
  }

  /// Counts of all datagrams so far.
  const SequenceCounts& counts() const noexcept { return counts_; }
  /// Interruptions of the connection so far.
  const Interruptions& interruptions() const noexcept { return interruptions_; }

 private:
  static constexpr std::int64_t kNumbers = 1 << 16;
  static constexpr std::int64_t kHistory = kNumbers / 2;
  /// Without timestamps to compare, a datagram that is at most so many numbers behind the newest is late.
  static constexpr int kMostBehind = 64;

  /// Numbers from which on whole turns of them are looked for.
  static constexpr int kFewest = 64;

  void take(const SequencedDatagram& datagram, SequenceStep& step) noexcept;
  void skip_requests(std::uint16_t number) noexcept;
  bool is_next(const SequencedDatagram& datagram) const noexcept;
  void take_next(const SequencedDatagram& datagram) noexcept;
  SequenceStep take_other(const SequencedDatagram& datagram) noexcept;
  void begin(const SequencedDatagram& datagram) noexcept;
  SequenceStep restart(const SequencedDatagram& datagram) noexcept;
  SequenceStep advance(const SequencedDatagram& datagram, std::int64_t steps) noexcept;
  SequenceStep take_earlier(std::int64_t steps) noexcept;
  double media_per_number() const noexcept;
  std::int64_t distance_to(const SequencedDatagram& datagram) const noexcept;
  bool is_loss(const SequencedDatagram& datagram, std::int64_t steps) const noexcept;
  bool arrival_agrees(const SequencedDatagram& datagram) const noexcept;
  bool is_behind(const SequencedDatagram& datagram, std::int64_t steps) const noexcept;
  bool fits(std::int64_t steps, std::chrono::microseconds media_step) const noexcept;
  bool was_received(std::int64_t number) const noexcept;
  void extend_complete() noexcept;
  void note(std::int64_t number) noexcept;
  void clear_received(std::int64_t from, std::int64_t to) noexcept;

  bool has_begun_ = false;
  bool is_closed_ = false;
  std::int64_t first_ = 0;  ///< unwrapped numbers, as all below, since the sender began or restarted
  std::int64_t newest_ = 0;
  int requests_ = 0;  ///< since the newest, with the numbers that follow it
  Duration newest_arrival_{};
  /// The first and the newest number that had a timestamp.
  std::int64_t first_timed_ = 0;
  std::int64_t newest_timed_ = 0;
  std::optional<std::chrono::microseconds> first_media_;
  std::optional<std::chrono::microseconds> newest_media_;
  std::array<std::uint64_t, kHistory / 64> received_{};  ///< bit n % kHistory: number n was received
  SequenceCounts counts_;
  Interruptions interruptions_;
};

}  // namespace idn::analysis
