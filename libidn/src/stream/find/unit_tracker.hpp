// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/stream/find/unit_list.hpp"

namespace idn::stream {

/// Determines from the results of searches where the unit of one stream is, and when to search next. Sans-I/O:
/// the owner searches, and reports acknowledges and network errors of the stream.
///
/// While the unit answers at its address, scan requests go to that address alone. When it no longer does, the
/// whole network is searched. The stream switches only if its unit answers at another address, and neither
/// answers at the former one nor acknowledges the stream; for receivers that never acknowledge, scan answers
/// alone count. Threads: one owner. Real-time: no.
class UnitTracker {
 public:
  /// From the start of a check of the address, or of a search for a missing unit, to the start of the next one.
  static constexpr Duration kInterval = std::chrono::milliseconds(500);
  /// The same for a unit that has been missing for kEager.
  static constexpr Duration kPatientInterval = std::chrono::seconds(2);
  /// How long a missing unit is searched for at kInterval.
  static constexpr Duration kEager = std::chrono::seconds(10);
  /// An acknowledge that is younger than this proves that the unit still plays. Longer than the default
  /// LinkConfig::acknowledge_period.
  static constexpr Duration kSilence = std::chrono::milliseconds(600);

  /// `at`: where the unit was found, at the time `now`.
  UnitTracker(const UnitKey& unit, const Endpoint& at, TimePoint now)
      : unit_(unit), at_(at), identified_(now), next_(now + kInterval) {}

  /// The receiver has acknowledged the stream.
  void on_answer(TimePoint at) noexcept { answered_ = (std::max)(answered_, at); }
  /// The network has rejected a datagram of the stream: the next round searches the whole network, as early as
  /// kInterval allows.
  void on_refusal(TimePoint now) noexcept;
  /// Evaluates a round that began at `begun`. It must have sent requests to endpoint() and, if wants_search()
  /// was true, to the whole network.
  /// @param found units that answered in this round
  std::optional<UnitEvent> on_round(const UnitList& found, TimePoint begun, TimePoint now);

  /// When the next round is due.
  TimePoint next_round() const noexcept { return next_; }
  /// Whether the next round has to search the whole network.
  bool wants_search() const noexcept { return missing_ || refused_; }
  /// Whether a search of the whole network has confirmed that the unit does not answer at endpoint().
  bool is_missing() const noexcept { return confirmed_; }
  /// The last known address of the unit.
  const Endpoint& endpoint() const noexcept { return at_; }

 private:
  void seen(TimePoint begun) noexcept;
  std::optional<UnitEvent> miss(const FoundUnit* unit, const FoundUnit* owner, bool has_conflict,
                                TimePoint now);
  std::optional<UnitEvent> go_to(const UnitAddress& address, TimePoint last_seen, TimePoint now);
  std::optional<UnitEvent> warn_of(const UnitAddress& address);

  UnitKey unit_;
  Endpoint at_;
  TimePoint identified_;                         ///< when a search last found it at this address
  TimePoint answered_ = (TimePoint::min)();      ///< when the last acknowledge came
  TimePoint missed_since_ = (TimePoint::min)();  ///< end of the first round without it
  TimePoint searched_ = (TimePoint::min)();
  TimePoint next_;
  bool missing_ = false;
  bool confirmed_ = false;
  bool refused_ = false;
  bool displaced_ = false;
  bool warned_ = false;
};

}  // namespace idn::stream
