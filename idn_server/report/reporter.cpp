// SPDX-License-Identifier: MIT
#include "idn_server/report/reporter.hpp"

namespace idn::server {

StreamTotals total_of(const StreamTable& streams) {
  StreamTotals total = streams.merged();
  for (const auto& stream : streams.finished()) total.add(stream);
  for (const auto& stream : streams.live()) total.add(stream);
  return total;
}

}  // namespace idn::server
