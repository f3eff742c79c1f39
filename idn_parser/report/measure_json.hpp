// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "idn_parser/json.hpp"
#include "idn_parser/report/report.hpp"

/// The parts of the JSON report that list events with their times, in ns since 1970.
namespace idn::parser {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The keys of the percentiles; all values are null if there are no deviations.
Json percentiles_json(const std::optional<analysis::DeviationPercentiles>& deviations);
Json files_json(const capture::CaptureInfo& capture);
Json fragments_json(const capture::FragmentStats& fragments);
Json order_json(const BoundedEventLog<OrderEvent>& events);
Json acknowledge_json(const AcknowledgeFacts& acknowledges);
Json reception_json(const std::optional<ReceptionFacts>& reception);
/// Adds frames, gaps, bursts, playback and series over time to the JSON of a stream.
void add_measures(const StreamFacts& stream, Json& json);

}  // namespace idn::parser
