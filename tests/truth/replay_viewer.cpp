// SPDX-License-Identifier: MIT
// Prints what idn_viewer's instruments show for a capture, with the keys of idn_server's summary.
//   truth_replay_viewer FILE
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/timing_json.hpp"
#include "viewer/model/source/open_file.hpp"

namespace {

using namespace idn;
using Json = nlohmann::ordered_json;

Json stream_json(const viewer::Stream& stream) {
  Json json{{"client", to_string(stream.key.client.source)},
            {"channel", stream.key.channel},
            {"lost", stream.numbers.lost},
            {"duplicated", stream.numbers.duplicates},
            {"late", stream.numbers.late}};
  json.update(cli::timing_json({.summary = stream.metrics.summary(), .rate_error = stream.metrics.rate_error()},
                               {"datagrams", "samples", "late_datagrams", "measured_s", "expected_offset_us"}));
  return json;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_main("truth_replay_viewer", [=] {
    if (argc != 2) throw cli::Failure(cli::kUsage, "give one FILE");
    const auto recording = viewer::open_file(argv[1], {});
    Json json{{"streams", Json::array()}};
    for (const auto& stream : recording.streams()) json["streams"].push_back(stream_json(*stream));
    fmt::print("{}", cli::json_line(json));
    return int{cli::kOk};
  });
}
