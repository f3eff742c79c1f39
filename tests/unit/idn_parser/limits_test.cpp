// SPDX-License-Identifier: MIT
#include "idn_parser/limits/limits.hpp"

#include <nlohmann/json.hpp>

#include "cli/failure.hpp"
#include "idn_parser/limits/stream_metrics.hpp"
#include "idn_parser/report/json.hpp"
#include "sample_report.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::parser;
using namespace idn::test;

namespace {

std::vector<std::string> broken(const std::string& limits) {
  return texts_of(
      broken_limits(read_limits(limits, "stage.toml", stream_metrics()), subjects_of(sample_report())));
}

std::string message_for(const std::string& limits) {
  try {
    read_limits(limits, "stage.toml", stream_metrics());
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kUsage);
    return failure.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("every metric but one is found in the JSON of a stream of a thousand datagrams", "[parser]") {
  const auto subjects = subjects_of(sample_report());
  REQUIRE(subjects.size() == 1);
  for (const auto metric : stream_metrics()) {
    CAPTURE(metric);
    if (!subjects[0].is_concerned_by(metric)) {
      CHECK(metric.starts_with("dmx_"));
      continue;
    }
    CHECK(subjects[0].value(metric).has_value() == (metric != "deviation_p99_9_us"));  // takes ten thousand
  }
  CHECK(subjects[0].values.at("largest_offset_us") == 20'000);
  CHECK(subjects[0].values.at("lost_share") == 0);
  CHECK(subjects[0].key == "group 0, channel 0");
}

TEST_CASE("a limit that is kept says nothing, a broken one names metric, value and limit", "[parser]") {
  CHECK(broken("[max]\nlargest_offset_us = 20000\n[min]\non_target_share = 0.9").empty());
  CHECK(broken("[max]\nlargest_offset_us = 19999.5") ==
        std::vector<std::string>{
            "10.0.0.1:50000 to 10.0.0.2:7255, group 0, channel 0: largest_offset_us 20000 is "
            "above its limit of 19999.5"});
  CHECK(broken("[min]\nmeasured_s = 60").size() == 1);
  CHECK(broken("[min]\nrate_error_ppm = -1\n[max]\nrate_error_ppm = 1").size() == 1);
}

TEST_CASE("what the capture cannot tell keeps no limit", "[parser]") {
  const auto limits = read_limits("[max]\nsmallest_buffer_packets = 5", "stage.toml", stream_metrics());
  const auto found = broken_limits(limits, {Subject{"stream", "key"}});
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].text, "this capture cannot show it"));
}

TEST_CASE("limits that are not understood are refused with the place and the remedy", "[parser]") {
  CHECK(contains(message_for("[max]\nlosses = 1"), "stage.toml:2:1: losses is not a key here; choose from "));
  CHECK(contains(message_for("[max]\nlosses = 1"), "lost_share"));
  CHECK(contains(message_for("[most]\nlost = 1"), "most is not a key here; choose from max, min"));
  CHECK(contains(message_for("[max]\nlost = \"few\""), "stage.toml:2:8: lost has to be a number"));
  CHECK(contains(message_for("[max]\nlost = nan"), "lost has to be a number"));
  CHECK(contains(message_for("[max]\nlost = 1\n[min]\nlost = 2"),
                 "stage.toml:2:8: lost is below its limit of 2 in [min]; no value is both"));
  CHECK(message_for("[max]\nlost = 2\n[min]\nlost = 2") == "none");
  CHECK(contains(message_for("max = 3"), "max has to be written as [max]"));
  CHECK(contains(message_for(""), "there is no limit"));
  CHECK(contains(message_for("[max"), "stage.toml:1:5"));
}
