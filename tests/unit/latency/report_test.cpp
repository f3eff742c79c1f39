// SPDX-License-Identifier: MIT
#include "latency/report/report.hpp"

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

LatencyReport some_outcome() {
  RawMeasurement raw{.sent = 2};
  const TimePoint begin(1000s);
  raw.answers.push_back({.trigger = {.number = 1, .at = begin}, .handed = begin + 1ms});
  raw.datagrams.push_back({.sequence = 5,
                           .due = begin + 40ms,
                           .called = begin + 40ms + 2us,
                           .left = begin + 40ms + 6us,
                           .stamp = io::TimestampSource::Software});
  raw.seen.push_back({.number = 1, .sequence = 5, .arrived = begin + 40ms + 7us, .shown = begin + 80ms + 7us});
  return evaluate(raw);
}

TEST_CASE("the JSON of a measurement holds every stage, and what was lost", "[latency]") {
  const auto page = nlohmann::json::parse(measure_json({}, some_outcome(), true));
  CHECK(page["schema"] == 1);
  CHECK(page["triggers"]["sent"] == 2);
  CHECK(page["triggers"]["seen"] == 1);
  CHECK(page["triggers"]["lost"] == 1);
  CHECK(page["transmit_stamps"] == "software");
  CHECK(page["stages"]["wait"]["max_us"] == 39'000);
  CHECK(page["stages"]["whole"]["max_us"] == 80'007);
  CHECK(page["stages"]["whole"]["p50_us"].is_null());  // takes twenty triggers
  double sum = 0;
  for (const char* stage : {"input", "wait", "late", "stack", "wire", "buffer"})
    sum += page["stages"][stage]["max_us"].get<double>();
  CHECK(sum == Approx(80'007));
  CHECK(page["estimate"]["buffer"]["p50_us"] == 40'000);
  const auto& each = page["each"][0];
  CHECK(each["t6_ns"].get<std::int64_t>() - each["t0_ns"].get<std::int64_t>() == 80'007'000);
}

TEST_CASE("the text of a measurement says who stamped, what was lost, and what was reckoned", "[latency]") {
  const std::string text = measure_text({}, some_outcome());
  CHECK(text.find("2 triggers, 1 seen, 0 not in time, 1 lost") != std::string::npos);
  CHECK(text.find("at the kernel's time stamp") != std::string::npos);
  CHECK(text.find("estimated") != std::string::npos);
  CHECK(text.find("\nwhole ") != std::string::npos);
}

TEST_CASE("docs/latency.md describes everything that the JSON holds", "[latency]") {
  std::ifstream in(std::string(IDN_SOURCE_DIR) + "/docs/latency.md");
  const std::string document(std::istreambuf_iterator<char>(in), {});
  const auto page = nlohmann::json::parse(measure_json({}, some_outcome(), true));
  const std::function<void(const nlohmann::json&)> check_keys = [&](const nlohmann::json& value) {
    if (value.is_array() && !value.empty()) check_keys(value.front());
    if (!value.is_object()) return;
    for (const auto& [key, part] : value.items()) {
      CAPTURE(key);
      const bool is_stamp = key.size() == 5 && key[0] == 't' && key.ends_with("_ns");
      CHECK((is_stamp || key == "schema" || document.find('`' + key + '`') != std::string::npos));
      check_keys(part);
    }
  };
  check_keys(page);
}

TEST_CASE("the page holds a figure for each stage, and nothing of a command that could harm", "[latency]") {
  MeasureOptions options;
  options.producer = Producer::Command;
  options.command = "/bin/a <script>alert(1)</script> & \"b\"";
  const std::string page = measure_html(options, some_outcome());
  CHECK(page.find("<script") == std::string::npos);
  for (const auto stage : latency::kStages)
    CHECK(page.find("<h2>" + std::string(to_string(stage)) + "</h2>") != std::string::npos);
  CHECK(page.find("1 triggers never arrived") != std::string::npos);
  CHECK(measure_html({}, {}).find("</html>") != std::string::npos);
}

TEST_CASE("the header tells the latency that holds: two datagrams always wait", "[latency]") {
  PathOptions options{.rate = 30'000, .datagram = 1500us, .latency = 1ms};
  CHECK(description(options).find(", latency 3 ms (two datagrams; 1 ms asked for)") != std::string::npos);
  options.latency = 3ms;
  CHECK(description(options).find(", latency 3 ms, ") != std::string::npos);
}

}  // namespace
}  // namespace idn::latency
