// SPDX-License-Identifier: MIT
#include "idn_parser/compare/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "idn_parser/report/findings.hpp"
#include "idn_parser/report/phrases.hpp"

namespace idn::parser {
namespace {

void check_unpaired(const TrafficFingerprints& traffic, const std::vector<Pair>& pairs,
                    std::size_t Pair::* side, Findings& found) {
  for (std::size_t i = 0; i < traffic.connections.size(); ++i)
    if (std::ranges::count(pairs, i, side) == 0)
      found.push_back(
          {FindingKind::OnlyInOneCapture,
           fmt::format("{}: {} is only in this capture, {}", traffic.file,
                       to_string(traffic.connections[i].key),
                       counted(traffic.connections[i].fingerprints.size(), "datagram", "datagrams"))});
}

}  // namespace

Findings findings_of(const TrafficFingerprints& traffic) {
  Findings found;
  const auto add = [&](FindingKind kind, const std::string& text) {
    found.push_back({kind, fmt::format("{}: {}", traffic.file, text)});
  };
  for (const Finding& finding : findings_of(traffic.facts, traffic.port)) add(finding.kind, finding.text);
  if (traffic.unsorted > 0)
    add(FindingKind::TooManyToCompare,
        fmt::format("{} skipped: more than {} connections; keep fewer hosts in the capture (tcpdump host "
                    "ADDRESS)",
                    counted(traffic.unsorted, "datagram", "datagrams"), Traffic::kMaxConnections));
  if (traffic.connections.empty()) add(FindingKind::NothingToCompare, "no real-time datagrams; check the port");
  return found;
}

Findings unpaired(const TrafficFingerprints& sent, const TrafficFingerprints& received,
                  const std::vector<Pair>& pairs) {
  Findings found;
  check_unpaired(sent, pairs, &Pair::sent, found);
  check_unpaired(received, pairs, &Pair::received, found);
  return found;
}

Findings findings_of(const Comparison& comparison) {
  using enum FindingKind;
  Findings found;
  const auto add = [&](FindingKind kind, std::uint64_t count, std::string_view what) {
    if (count > 0)
      found.push_back({kind, fmt::format("{}: {} {}", to_string(comparison.sent_key.client),
                                         counted(count, "datagram", "datagrams"), what)});
  };
  add(LostOnTheWay, comparison.lost, "lost");
  add(DuplicatedOnTheWay, comparison.duplicates, "duplicated");
  add(OutOfOrder, comparison.reordered, "out of order");
  add(ChangedOnTheWay, comparison.changed, "changed on the way");
  add(NotSent, comparison.strays, "received that the capture of what was sent does not hold");
  add(NotCompared, comparison.unverified, "captured too short to be compared in full; capture whole packets");
  return found;
}

}  // namespace idn::parser
