// SPDX-License-Identifier: MIT
#include "idn_parser/report/csv.hpp"

#include <fmt/format.h>

#include <iterator>

namespace idn::parser {

std::string to_csv(std::span<const StreamFacts> streams) {
  std::string csv = "stream,from_us,below_us,count,count_per_60_s\n";
  for (std::size_t i = 0; i < streams.size(); ++i)
    for (const auto& [edge, count] : streams[i].histogram.buckets())
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{}\n", i + 1, edge.count(),
                     (edge + analysis::OffsetHistogram::kBucketWidth).count(), count,
                     analysis::normalised(count, streams[i].summary.measured));
  return csv;
}

}  // namespace idn::parser
