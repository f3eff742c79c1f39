// SPDX-License-Identifier: MIT
#include "idn_parser/compare/comparison.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "idn_parser/compare/delay.hpp"

namespace idn::parser {
namespace {

/// Indices of the sent datagrams from the first to the last that arrived.
struct Range {
  std::size_t first = SIZE_MAX;
  std::size_t last = 0;
};

Range arrived_range(const Matching& matching) {
  Range range;
  for (const Match& match : matching.matches) {
    range.first = std::min(range.first, match.sent);
    range.last = std::max(range.last, match.sent);
  }
  return range;
}

/// Counts loss within the range only: outside of it the other capture may not have been running.
class LossCount {
 public:
  LossCount(Comparison& counts, Range range) : counts_(counts), range_(range) {}

  void take(std::size_t index, bool arrived) {
    if (index < range_.first) return void(++counts_.sent_before);
    if (index > range_.last) return void(++counts_.sent_after);
    ++counts_.sent;
    run_ = arrived ? 0 : run_ + 1;
    counts_.arrived += arrived ? 1 : 0;
    counts_.lost += arrived ? 0 : 1;
    counts_.loss_runs += run_ == 1 ? 1 : 0;
    counts_.longest_loss_run = std::max(counts_.longest_loss_run, run_);
  }

 private:
  Comparison& counts_;
  Range range_;
  std::uint64_t run_ = 0;
};

void count_loss(const Matching& matching, Comparison& counts) {
  LossCount loss(counts, arrived_range(matching));
  for (std::size_t i = 0; i < matching.arrived.size(); ++i)
    if (matching.sent_repeatedly[i])
      ++counts.recorded_twice;
    else
      loss.take(i, matching.arrived[i]);
}

void count_order(const Matching& matching, Comparison& counts) {
  std::size_t latest = 0;
  for (const Match& match : matching.matches) {
    latest = std::max(latest, match.sent);
    if (match.sent == latest) continue;
    ++counts.reordered;
    counts.farthest_reordered = std::max<std::uint64_t>(counts.farthest_reordered, latest - match.sent);
  }
}

void count_changes(const Matching& matching, const Fingerprints& sent, const Fingerprints& received,
                   Comparison& counts) {
  for (const Match& match : matching.matches) {
    if (!match.is_verified && !match.is_changed) ++counts.unverified;
    if (!match.is_changed) continue;
    ++counts.changed;
    if (counts.changed_listed.size() == Comparison::kMostListed) continue;
    const Fingerprint &from = sent[match.sent], &to = received[match.received];
    counts.changed_listed.push_back({from.sequence(), from.packet_number, to.packet_number});
  }
}

void count_marks(const Matching& matching, const Fingerprints& sent, const Fingerprints& received,
                 Comparison& counts) {
  std::map<std::pair<std::uint8_t, std::uint8_t>, std::uint64_t> remarked;
  for (const Match& match : matching.matches) {
    const auto from = sent[match.sent].dscp, to = received[match.received].dscp;
    if (from != to) ++remarked[{from, to}];
  }
  for (const auto& [marks, datagrams] : remarked) {
    counts.remarked += datagrams;
    counts.remarkings.push_back({marks.first, marks.second, datagrams});
  }
}

std::vector<Match> with_times(const Matching& matching, const Fingerprints& sent,
                              const Fingerprints& received) {
  std::vector<Match> timed;
  std::ranges::copy_if(matching.matches, std::back_inserter(timed), [&](const Match& match) {
    return sent[match.sent].has_time && received[match.received].has_time;
  });
  return timed;
}

}  // namespace

Comparison compare(const ConnectionFingerprints& sent, const ConnectionFingerprints& received,
                   bool same_clock) {
  const Matching matching = match(sent.fingerprints, received.fingerprints);
  Comparison comparison{.sent_key = sent.key,
                        .received_key = received.key,
                        .duplicates = matching.duplicates,
                        .strays = matching.strays};
  count_loss(matching, comparison);
  count_order(matching, comparison);
  count_changes(matching, sent.fingerprints, received.fingerprints, comparison);
  count_marks(matching, sent.fingerprints, received.fingerprints, comparison);
  const auto timed = with_times(matching, sent.fingerprints, received.fingerprints);
  if (!timed.empty()) comparison.delay = delay_of(timed, sent.fingerprints, received.fingerprints, same_clock);
  return comparison;
}

}  // namespace idn::parser
