// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"
#include "idn_parser/json.hpp"
#include "idn_parser/report/report.hpp"

/// The parts of the JSON report that list events with their times, in ns since 1970.
namespace idn::parser {

using cli::or_null;

/// The numbers of a table of MetricOf. Those that may be whole are written without a fraction if they are.
template <class Rows, class Of>
void add_numbers(const Rows& rows, const Of& of, Json& json) {
  for (const auto& row : rows) {
    const auto value = row.read(of);
    const bool is_whole = value && row.is_whole && *value == std::floor(*value);
    json[std::string(row.name)] = is_whole ? Json(static_cast<std::int64_t>(*value)) : or_null(value);
  }
}

Json files_json(const capture::CaptureInfo& capture);
Json fragments_json(const capture::FragmentStats& fragments);
Json marks_json(const Marks& marks);
Json order_json(const BoundedEventLog<OrderEvent>& events);
Json acknowledge_json(const AcknowledgeFacts& acknowledges);
Json reception_json(const std::optional<ReceptionFacts>& reception);
/// Adds frames, gaps, bursts, playback and series over time to the JSON of a stream.
void add_measures(const StreamFacts& stream, Json& json);

}  // namespace idn::parser
