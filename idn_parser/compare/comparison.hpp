// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "idn/analysis/rate_error.hpp"
#include "idn_parser/compare/matching.hpp"
#include "idn_parser/limits/metric.hpp"
#include "idn_parser/measure/time_series.hpp"

/// What happened to a connection between two captures.
namespace idn::parser {

/// Distribution of the delay variation. Percentiles by nearest rank; nothing where the values do not suffice.
struct DelaySpread {
  std::optional<Micros> p50{};
  std::optional<Micros> p99{};
  std::optional<Micros> p99_9{};
  Micros max{};
  Micros mean{};
  Micros deviation{};  ///< standard deviation
};

struct DelayFacts {
  /// Difference of the captures' time stamps: the true delay only if one clock stamped both.
  Micros min{};
  Micros mean{};
  Micros max{};
  std::optional<double> drift_ppm{};           ///< of the second clock against the first, least squares
  std::optional<analysis::RateError> drift{};  ///< with its 95 % interval; empty if there are too few datagrams
  bool same_clock = false;                     ///< --same-clock was given: one clock stamped both captures
  bool drift_removed = false;                  ///< from `variation` and `over_time`
  DelaySpread variation{};                     ///< above the smallest delay (PDV of RFC 5481)
  TimeSeries over_time{};                      ///< the variation, by time of sending
};

struct ChangedDatagram {
  std::uint16_t sequence = 0;
  std::uint32_t sent_packet = 0;  ///< packet numbers in the captures, from 1
  std::uint32_t received_packet = 0;
};

/// Datagrams that arrived with another DSCP than they were sent with.
struct Remarking {
  std::uint8_t sent = 0;
  std::uint8_t received = 0;
  std::uint64_t datagrams = 0;
};

struct Comparison {
  static constexpr std::size_t kMostListed = 100;

  ConnectionKey sent_key;
  ConnectionKey received_key;
  std::uint64_t sent = 0;     ///< datagrams from the first to the last one that arrived
  std::uint64_t arrived = 0;  ///< of `sent`
  std::uint64_t lost = 0;     ///< of `sent`
  std::uint64_t loss_runs = 0;
  std::uint64_t longest_loss_run = 0;
  /// Before the first one that arrived; not lost, since the other capture may have started later.
  std::uint64_t sent_before = 0;
  std::uint64_t sent_after = 0;  ///< after the last one that arrived; the other capture may have ended earlier
  /// Datagrams recorded again in the sender's capture, as at a second interface.
  std::uint64_t recorded_twice = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t reordered = 0;           ///< came after one that was sent later (RFC 4737)
  std::uint64_t farthest_reordered = 0;  ///< largest reordering extent: datagrams by which one was overtaken
  std::uint64_t changed = 0;
  std::vector<ChangedDatagram> changed_listed{};  ///< the first ones
  /// Arrived, but cut off in a capture, so the content cannot be compared in full.
  std::uint64_t unverified = 0;
  std::uint64_t remarked = 0;
  std::vector<Remarking> remarkings{};  ///< by DSCP
  std::uint64_t strays = 0;             ///< received, but not in the sender's capture
  std::optional<DelayFacts> delay{};    ///< empty if nothing arrived

  double lost_share() const noexcept { return share_of_sent(lost); }
  double share_of_sent(std::uint64_t count) const noexcept {
    return sent == 0 ? 0 : static_cast<double>(count) / static_cast<double>(sent);
  }
};

/// @param same_clock one clock stamped both captures: no drift is removed
Comparison compare(const ConnectionFingerprints& sent, const ConnectionFingerprints& received, bool same_clock);

std::span<const MetricOf<Comparison>> comparison_table();
Metrics comparison_metrics();
Subject subject_of(const Comparison& comparison);

}  // namespace idn::parser
