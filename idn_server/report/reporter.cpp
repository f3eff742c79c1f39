// SPDX-License-Identifier: MIT
#include "idn_server/report/reporter.hpp"

#include <fmt/core.h>

namespace idn::server {

void Reporter::warned(const std::string& cause_and_remedy) {
  fmt::print(stderr, "idn_server: {}\n", cause_and_remedy);
}

std::uint64_t without_samples(const stream::ReceiverStats& received, const PacketFates& fates) {
  return received.realtime - received.excluded - received.malformed - received.refused - received.left_over -
         fates.played - fates.service_unknown - fates.service_busy - fates.outdated - fates.unusable;
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
