// SPDX-License-Identifier: MIT
#include "idn_server/report/reporter.hpp"

#include <fmt/core.h>

#include "idn_server/report/parts.hpp"

namespace idn::server {

void Reporter::warned(const std::string& cause_and_remedy) {
  fmt::print(stderr, "idn_server: {}\n", cause_and_remedy);
}

std::uint64_t without_samples(const stream::ReceiverStats& received, const PacketOutcomes& outcomes) {
  return received.realtime - received.excluded - received.malformed - received.refused - received.left_over -
         outcomes.played - outcomes.service_unknown - outcomes.service_busy - outcomes.outdated -
         outcomes.all_unusable();
}

std::vector<std::string> datagrams_beside_streams(const UnitReport& unit, const PacketOutcomes& outcomes) {
  std::vector<std::string> lines;
  const auto add = [&](std::uint64_t count, std::string_view meaning) {
    if (count > 0) lines.push_back(fmt::format("{} {}", counted(count, "datagram"), meaning));
  };
  const auto& receiver = unit.receiver;
  add(unit.kernel_drops, "dropped by the kernel; raise net.core.rmem_max");
  add(unit.unstamped, "without a kernel timestamp: their offsets include this program's own delays");
  add(unit.ignored_broadcasts, "broadcast and ignored: streams, or requests of other networks");
  add(unit.not_allowed, "from networks that are not allowed");
  add(receiver.malformed, "malformed");
  add(receiver.refused, "refused, no session free");
  add(receiver.left_over, "after the end of their session");
  add(receiver.excluded, "of excluded client groups");
  add(receiver.too_short + receiver.ignored, "not for a receiver");
  add(outcomes.service_unknown, "for a service that this unit does not have; see --service");
  add(outcomes.service_busy, "for a service that another channel uses");
  for (std::size_t cause = 0; cause < kUnusableCauses.size(); ++cause)
    add(outcomes.unusable[cause], kUnusableCauses[cause].meaning);
  add(outcomes.outdated, "late or duplicated");
  add(receiver.requests, "with requests: ping, scan, service map, client group");
  add(without_samples(receiver, outcomes), "without samples: keep-alives, closes");
  add(outcomes.unnoticed, "missing in sessions without a stream");
  add(receiver.unanswered, "with requests not answered: too many a second");
  add(receiver.surplus, "longer than their message");
  add(unit.unsent, "not sent: the system refused the answer");
  return lines;
}

StreamTotals total_of(const StreamTable& streams) {
  StreamTotals total = streams.merged();
  for (const auto& stream : streams.finished()) total.add(stream);
  for (const auto& stream : streams.live()) total.add(stream);
  return total;
}

StreamTotals total_of(const ServerFacts& server) {
  StreamTotals total;
  for (const auto& unit : server.units) total.add(total_of(*unit.streams));
  return total;
}

}  // namespace idn::server
