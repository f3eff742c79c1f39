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
  const auto summary = stream.metrics.summary();
  return {{"client", to_string(stream.key.client.source)},
          {"channel", stream.key.channel},
          {"datagrams", summary.datagrams},
          {"samples", summary.samples},
          {"late_datagrams", summary.late},
          {"lost", stream.numbers.lost},
          {"duplicated", stream.numbers.duplicates},
          {"late", stream.numbers.late},
          {"measured_s", in_seconds(summary.measured)},
          {"expected_offset_us", summary.expected.count()},
          {"offsets", cli::offsets_json(summary)},
          {"target", cli::target_json(summary)},
          {"clock", cli::clock_json(summary, stream.metrics.rate_error())}};
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
