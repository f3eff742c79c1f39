// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/export.hpp"

/// Finds steps of the clock that stamped the arrivals, for example of a host whose clock was set while it
/// captured.
namespace idn::analysis {

/// A datagram that came in order and has a timestamp.
struct TimedDatagram {
  Duration arrival{};                 ///< since any epoch
  std::chrono::microseconds media{};  ///< unwrapped timestamp
  std::uint64_t missing = 0;          ///< sequence numbers missing between the datagram before and this one
};

/// Compares each reading with those before and after it. A step is a change of (arrival - media) that
/// - happens from one datagram to the next, and is at least kSmallest and kSpreads times the spread of
///   (arrival - media) before or after it, whichever is larger, so that jitter does not count;
/// - lasts to the end of the look-ahead, so that a stall which the sender catches up does not count;
/// - is a step of the arrivals: where the timestamps differ from their usual step by more than a quarter of it,
///   the sender began a new time axis;
/// - is the only one: a sender that stalls now and then shows several changes of more than a quarter of its
///   size in the readings before and after. This is not required where the arrival times run backwards.
/// If a sender or a network delays all datagrams from one on permanently by the same time, that looks the same
/// as a clock that is set forward.
///
/// The spread is 1.4826 times the median absolute deviation, which a few outliers do not move (P. J. Rousseeuw
/// and C. Croux, "Alternatives to the Median Absolute Deviation", J. Am. Stat. Assoc. 88, 1993).
/// Threads: one owner. Real-time: yes (fixed memory, no heap, lock, log).
class IDN_EXPORT ClockStepDetector {
 public:
  /// Smaller steps cannot be distinguished from jitter.
  static constexpr Duration kSmallest = std::chrono::milliseconds(1);
  static constexpr int kSpreads = 6;  ///< a step is at least this many spreads large
  /// Look-ahead: at most so many readings after a candidate, or kLongestAhead, whichever is reached first.
  static constexpr std::size_t kMostAhead = 256;
  /// Look-ahead in media time.
  static constexpr std::chrono::microseconds kLongestAhead = std::chrono::seconds(1);
  /// With fewer readings before the candidate, or from it on, no step is found. Before it fewer suffice where
  /// the arrival times run backwards.
  static constexpr std::size_t kFewest = 8;

  /// Whether the clock may have stepped right before `next`, so that step_at() has to look at the readings
  /// after it.
  bool is_candidate(const TimedDatagram& next) const noexcept;
  /// @param ahead the candidate, then the readings after it, to the end of the look-ahead or of the stream
  /// @return by how much the clock stepped right before the candidate, positive if it was set forward; nothing
  ///   if it did not
  std::optional<Duration> step_at(const std::deque<TimedDatagram>& ahead) const;

  /// Adds a reading after it was decided whether the clock stepped before it. Later readings are compared with
  /// it.
  void add(const TimedDatagram& reading) noexcept;
  /// Discards all readings. Call it where the clock stepped, since readings before and after cannot be
  /// compared.
  void restart() noexcept;

 private:
  static constexpr std::size_t kMostBefore = 64;

  struct Past {
    Duration lateness{};    ///< arrival - media
    Duration media_step{};  ///< since the reading before
  };

  std::array<Past, kMostBefore> past_{};  ///< a ring
  std::size_t count_ = 0;                 ///< readings since the last step
  TimedDatagram last_{};
  Duration mean_change_{};  ///< running mean of the changes of lateness, without their sign
};

/// Passes items on in order and marks those right before which the clock stepped. Holds items back only while
/// this is not decided for one of them: until 256 readings or 1 s of media time have come after it, or more
/// than kMostHeld items are held.
/// Threads: one owner. Real-time: no (heap).
template <class Item>
class ClockStepFilter {
 public:
  /// While more items are held, the decision is made from the readings that have come, be they few.
  static constexpr std::size_t kMostHeld = 4096;

  /// An item, and whether the clock stepped before it.
  struct Released {
    Item item;                       ///< as it was pushed
    std::optional<Duration> step{};  ///< by how much the clock stepped right before the item, if it did
  };

  /// @param reading nothing for an item that gives no timing: late, repeated, or without timestamp
  void push(Item item, const std::optional<TimedDatagram>& reading) {
    held_.push_back({std::move(item), reading.has_value()});
    if (reading) ahead_.push_back(*reading);
  }

  /// Short cut for most items: if no item is held and the clock cannot have stepped before this one, takes its
  /// reading and returns true; the item is not to be pushed then. Otherwise returns false: push it.
  bool pass(const std::optional<TimedDatagram>& reading) noexcept {
    if (!held_.empty() || (reading && steps_.is_candidate(*reading))) return false;
    if (reading) steps_.add(*reading);
    return true;
  }

  /// The next item; nothing while none is held, or while the first one is not decided.
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

  /// No more items will come: poll() now returns all that are held.
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
  std::deque<TimedDatagram> ahead_;  ///< the readings of the items held
  bool is_finished_ = false;
};

/// Holds back the datagrams of a stream of a capture, and the events between them, until it is decided whether
/// the clock that stamped their arrivals was set: there a time axis begins.
/// Threads: one owner. Real-time: no (heap).
/// @tparam Item has `std::optional<SampleDatagram> datagram`, nothing for an event
template <class Item>
class ClockStepMarker {
 public:
  /// Calls visit(Item&, const std::optional<Duration>& step) for each item that is decided; `step`: by how much
  /// the clock was set right before it, if that is why its time axis begins.
  template <class Visit>
  void take(Item&& item, Visit visit) {
    const auto reading = reading_of(item);
    if (filter_.pass(reading)) return visit(item, std::optional<Duration>{});
    filter_.push(std::move(item), reading);
    release(visit);
  }
  /// No more items will come: visits all that are held.
  template <class Visit>
  void finish(Visit visit) {
    filter_.finish();
    release(visit);
  }

 private:
  static std::optional<TimedDatagram> reading_of(const Item& item) noexcept {
    if (!item.datagram || item.datagram->order == ArrivalOrder::Late || !item.datagram->media)
      return std::nullopt;
    return TimedDatagram{.arrival = item.datagram->arrival,
                         .media = *item.datagram->media,
                         .missing = item.datagram->order == ArrivalOrder::AfterLoss ? 1u : 0u};
  }

  template <class Visit>
  void release(Visit visit) {
    while (auto next = filter_.poll()) {
      if (next->step && next->item.datagram->begins_axis) next->step.reset();
      if (next->step) next->item.datagram->begins_axis = AxisCause::CaptureClock;
      visit(next->item, next->step);
    }
  }

  ClockStepFilter<Item> filter_;
};

}  // namespace idn::analysis
