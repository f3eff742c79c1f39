// SPDX-License-Identifier: MIT
#include "idn_parser/report/json.hpp"

#include <nlohmann/json.hpp>

#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::parser;
using namespace idn::test;

TEST_CASE("JSON carries the same numbers under stable names", "[parser]") {
  const auto report = sample_report();
  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json.at("schema") == 3);
  CHECK(json.at("capture").at("packets") == 1004);
  CHECK(json.at("capture").at("files").at(0).at("damages").at("count") == 0);
  CHECK(json.at("traffic").at("commands").at("channel message") == 1004);
  CHECK(json.at("connections").at(0).at("lost") == 0);
  CHECK(json.at("findings").empty());
  const auto& stream = json.at("streams").at(0);
  const auto& summary = report.streams.front().summary;
  CHECK(stream.at("client") == "10.0.0.1:50000");
  CHECK(stream.at("mode") == "wave");
  CHECK(stream.at("service_id").is_number_integer());
  CHECK(stream.at("samples_per_second") == 100'000);
  CHECK(stream.at("datagrams") == 1004);
  CHECK(stream.at("samples") == 100'400);
  CHECK(stream.at("expected_offset_us") == 1000);
  CHECK(stream.at("offsets").at("average_us") == summary.offsets->average.count());
  CHECK(stream.at("offsets").at("max_us") == 20'000);
  CHECK(stream.at("target").at("on_target_share") == summary.target->on_target_share);
  CHECK(stream.at("clock").at("rate_error_ppm") == summary.clock->rate_error_ppm.value());
  CHECK(stream.at("target").at("deviation_p99_us") == report.streams.front().deviations->p99->count());
  CHECK(stream.at("target").at("deviation_p99_9_us").is_null());
  CHECK(stream.at("clock").at("long_term_jitter_us") == summary.clock->long_term_jitter.count());
  CHECK(stream.at("clock").at("smallest_buffer_packets") == *summary.clock->smallest_buffer);
  CHECK(stream.at("offsets").at("left_out").at("loss") == summary.excluded.loss);
  const auto& histogram = stream.at("histogram");
  CHECK(histogram.at("bucket_width_us") == 100);
  CHECK(histogram.at("counts") == nlohmann::json::parse("[[1000,1000],[2000,1],[5000,1],[20000,1]]"));
}

TEST_CASE("JSON says null where the capture cannot tell, and survives any file name", "[parser]") {
  Report report;
  report.capture.file = "\xFF.pcap";
  report.connections.emplace_back();
  report.streams.emplace_back();
  const auto json = nlohmann::json::parse(to_json(report));
  const auto& stream = json.at("streams").at(0);
  for (const char* key : {"service_id", "octets_per_sample", "samples_per_second", "min_payload_octets",
                          "expected_offset_us", "offsets", "target", "clock"}) {
    CAPTURE(key);
    CHECK(stream.at(key).is_null());
  }
}
