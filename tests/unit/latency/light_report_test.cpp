// SPDX-License-Identifier: MIT
#include "latency/report/light.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

latency::LightMeasurement a_take() {
  latency::LightMeasurement measurement{.latencies = {}, .triggers = 103, .without_light = 2, .already_lit = 1};
  for (int i = 1; i <= 100; ++i) measurement.latencies.push_back(i * 1ms);
  return measurement;
}

TEST_CASE("a recording of light is told as text", "[latency]") {
  CHECK(light_text(a_take()) ==
        "ms            min       p50       p99       max\n"
        "light       1.000    50.000         -   100.000\n\n"
        "103 triggers, 100 with light, 2 without, 1 while it was lit\n");
  CHECK(light_text({}) == "0 triggers, 0 with light, 0 without, 0 while it was lit\n");
}

TEST_CASE("a recording of light is told as JSON", "[latency]") {
  const auto page = nlohmann::json::parse(light_json(a_take(), 48'000, true));
  CHECK(page.at("sample_rate") == 48'000);
  CHECK(page.at("triggers") ==
        nlohmann::json{{"found", 103}, {"with_light", 100}, {"without_light", 2}, {"already_lit", 1}});
  CHECK(page.at("light") ==
        nlohmann::json{{"min_us", 1000.0}, {"p50_us", 50'000.0}, {"p99_us", nullptr}, {"max_us", 100'000.0}});
  CHECK(page.at("each_us").size() == 100);
  const auto empty = nlohmann::json::parse(light_json({}, 44'100, false));
  CHECK(empty.at("light").is_null());
  CHECK_FALSE(empty.contains("each_us"));
}

}  // namespace
}  // namespace idn::latency
