// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/stream/unit_list.hpp"

namespace idn::stream {

/// What searches beside a stream have found out about the unit it is for.
struct UnitEvent {
  /// What happens to the unit.
  enum class Kind : std::uint8_t {
    Moved,      ///< the unit is at `to`: the stream belongs there
    Displaced,  ///< another unit has taken the address: nothing may go there until this one is found
    Ambiguous,  ///< another unit seems to answer by the same ID at `to`: the stream stays. Once per stream
  };
  Kind kind{};            ///< what happens
  Endpoint from{};        ///< where the stream goes until now
  Endpoint to{};          ///< where the unit is now
  UnitKey other{};        ///< Displaced: who answers there instead
  TimePoint last_seen{};  ///< when the unit was last known to be at `from`
  Duration dark{0};       ///< Moved: from `last_seen` to the first datagram at `to`; io::UnitFollower knows it
};

/// Concludes from searches where the unit of one stream is, and says when to search next. A pure engine: who
/// owns it searches, and tells what the stream itself has noticed.
///
/// While the unit answers at its address, that address alone is asked. When it no longer does, the whole
/// network is searched. A stream switches only when its unit answers at another address, and answers neither at
/// the address it was at nor, with acknowledges, the stream; receivers that never acknowledge are judged by the
/// searches alone. Threads: one owner. Real-time: no.
class UnitTracker {
 public:
  /// From the start of a check of the address, or of a search for a missing unit, to the start of the next one.
  static constexpr Duration kInterval = std::chrono::milliseconds(500);
  /// The same for a unit that has been missing for kEager.
  static constexpr Duration kPatientInterval = std::chrono::seconds(2);
  /// How long a missing unit is searched for at kInterval.
  static constexpr Duration kEager = std::chrono::seconds(10);
  /// An acknowledge that is younger proves that the unit still plays. Longer than a session takes to ask for
  /// the next.
  static constexpr Duration kSilence = std::chrono::milliseconds(600);

  /// At the place where it was found.
  UnitTracker(const UnitKey& unit, const Endpoint& at, TimePoint now)
      : unit_(unit), at_(at), identified_(now), next_(now + kInterval) {}

  /// The receiver has acknowledged the stream.
  void on_answer(TimePoint at) noexcept { answered_ = std::max(answered_, at); }
  /// The network has refused a datagram of the stream: a reason to search at once, but not more often than
  /// usual.
  void on_refusal(TimePoint now) noexcept;
  /// The end of a round that began at `begun`, asked endpoint(), and, if wants_search() said so, everybody.
  /// @param found by this round alone
  std::optional<UnitEvent> on_round(const UnitList& found, TimePoint begun, TimePoint now);

  /// When the next round is due.
  TimePoint next_round() const noexcept { return next_; }
  /// Whether it has to ask everybody.
  bool wants_search() const noexcept { return missing_ || refused_; }
  /// A search has confirmed that the unit does not answer where the stream goes.
  bool is_missing() const noexcept { return confirmed_; }
  /// Where the unit was last.
  const Endpoint& endpoint() const noexcept { return at_; }

 private:
  void seen(TimePoint begun) noexcept;
  std::optional<UnitEvent> miss(const FoundUnit* unit, const FoundUnit* owner, bool has_twin, TimePoint now);
  std::optional<UnitEvent> go_to(const UnitAddress& address, TimePoint last_seen, TimePoint now);
  std::optional<UnitEvent> warn_of(const UnitAddress& address);

  UnitKey unit_;
  Endpoint at_;
  TimePoint identified_;                       ///< by a search at this address
  TimePoint answered_ = TimePoint::min();      ///< by an acknowledge
  TimePoint missed_since_ = TimePoint::min();  ///< end of the first round without it
  TimePoint searched_ = TimePoint::min();
  TimePoint next_;
  bool missing_ = false;
  bool confirmed_ = false;
  bool refused_ = false;
  bool displaced_ = false;
  bool warned_ = false;
};

}  // namespace idn::stream
