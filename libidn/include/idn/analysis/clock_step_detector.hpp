// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "idn/time.hpp"

/// Steps of the clock that stamped the arrivals, such as that of a host whose clock was set while it captured.
namespace idn::analysis {

/// A datagram that came in order and has a timestamp.
struct TimedDatagram {
  Duration arrival{};                 ///< since any epoch
  std::chrono::microseconds media{};  ///< unwrapped timestamp
  std::uint64_t missing = 0;          ///< sequence numbers that did not come right before it
};

/// Compares each reading with those before it. A step is a change of (arrival - media) that
/// - happens from one datagram to the next, and is at least kSmallest and kSpreads times the spread of
///   (arrival - media) before it, so that jitter does not count;
/// - lasts to the end of the readings looked at after it, so that a stall which the sender catches up does not
///   count;
/// - is one of the arrivals: where the timestamps step as well, by a quarter of it or more, the sender began a
///   new time axis;
/// - has no other step of a quarter of its size nearby, as a sender has that stalls now and then. Where time
///   goes back, this is not required.
/// Datagrams that a sender or a network delays permanently, all by the same time, look the same as a clock that
/// is set forward.
///
/// The spread is 1.4826 times the median absolute deviation, which a few outliers do not move (P. J. Rousseeuw
/// and C. Croux, "Alternatives to the Median Absolute Deviation", J. Am. Stat. Assoc. 88, 1993).
/// Threads: one owner. Real-time: yes (fixed memory, no heap, lock, log).
class ClockStepDetector {
 public:
  /// Smaller steps are not told from jitter.
  static constexpr Duration kSmallest = std::chrono::milliseconds(1);
  static constexpr int kSpreads = 6;  ///< a step is larger than the spread by this factor
  /// How far behind a datagram is looked: whichever comes first.
  static constexpr std::size_t kMostAhead = 256;
  /// Of media time.
  static constexpr std::chrono::microseconds kLongestAhead = std::chrono::seconds(1);
  /// Fewer readings on either side decide nothing.
  static constexpr std::size_t kFewest = 8;

  /// Whether the next reading may begin a stretch, so that what follows it must be seen before it is decided.
  bool is_candidate(const TimedDatagram& next) const noexcept;
  /// @param ahead candidate first, then the readings that follow it, as many as there are of those looked at
  /// @return by how much the clock stepped right before the candidate: positive, it was set forward
  std::optional<Duration> step_at(const std::deque<TimedDatagram>& ahead) const;

  /// A reading that is decided: the next one is judged against it.
  void add(const TimedDatagram& reading) noexcept;
  /// The clock stepped: what was before says nothing about what follows.
  void restart() noexcept;

 private:
  static constexpr std::size_t kMostBefore = 64;

  struct Past {
    Duration lateness{};  ///< arrival - media
    Duration media_step{};
  };

  std::array<Past, kMostBefore> past_{};  ///< a ring
  std::size_t count_ = 0;                 ///< readings of this stretch
  TimedDatagram last_{};
  Duration mean_change_{};  ///< running mean of the changes of lateness, without their sign
};

/// Passes items on in order and marks those that begin a new stretch of the clock. Holds items back only while
/// it is not decided whether one of them does: until the readings of 256 datagrams or 1 s, at most kMostHeld
/// items, came behind it.
/// Threads: one owner. Real-time: no (heap).
template <class Item>
class ClockStepFilter {
 public:
  /// More items than that without readings among them are not waited for.
  static constexpr std::size_t kMostHeld = 4096;

  /// An item that is decided, with the step before it.
  struct Released {
    Item item;                       ///< as it was pushed
    std::optional<Duration> step{};  ///< the item begins a stretch: by how much the clock stepped before it
  };

  /// @param reading nothing for an item that tells no time: late, repeated, without timestamp
  void push(Item item, const std::optional<TimedDatagram>& reading) {
    held_.push_back({std::move(item), reading.has_value()});
    if (reading) ahead_.push_back(*reading);
  }

  /// Whether an item with this reading is decided as it comes. If so it has passed, without a step, and need
  /// not be pushed: most need not.
  bool pass(const std::optional<TimedDatagram>& reading) noexcept {
    if (!held_.empty() || (reading && steps_.is_candidate(*reading))) return false;
    if (reading) steps_.add(*reading);
    return true;
  }

  /// The next item that is decided.
  std::optional<Released> poll() {
    if (held_.empty()) return std::nullopt;
    std::optional<Duration> step;
    if (held_.front().has_reading) {
      const TimedDatagram reading = ahead_.front();
      if (steps_.is_candidate(reading)) {
        if (!is_all_seen()) return std::nullopt;
        step = steps_.step_at(ahead_);
      }
      if (step) steps_.restart();
      steps_.add(reading);
      ahead_.pop_front();
    }
    Released released{std::move(held_.front().item), step};
    held_.pop_front();
    return released;
  }

  /// No more will come: poll() gives all that is held.
  void finish() noexcept { is_finished_ = true; }

 private:
  struct Held {
    Item item;
    bool has_reading = false;
  };

  bool is_all_seen() const noexcept {
    return is_finished_ || ahead_.size() > ClockStepDetector::kMostAhead || held_.size() > kMostHeld ||
           ahead_.back().media - ahead_.front().media >= ClockStepDetector::kLongestAhead;
  }

  ClockStepDetector steps_;
  std::deque<Held> held_;
  std::deque<TimedDatagram> ahead_;  ///< of the items held
  bool is_finished_ = false;
};

}  // namespace idn::analysis
