// SPDX-License-Identifier: MIT
#include "latency/report/report.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

Outcome some_result() {
  Notes notes{.sent = 2};
  const TimePoint begin(1000s);
  notes.answers.push_back({.trigger = {.number = 1, .at = begin}, .handed = begin + 1ms});
  notes.datagrams.push_back({.sequence = 5,
                             .due = begin + 40ms,
                             .called = begin + 40ms + 2us,
                             .left = begin + 40ms + 6us,
                             .stamp = io::TransmitStamp::Software});
  notes.seen.push_back(
      {.number = 1, .sequence = 5, .arrived = begin + 40ms + 7us, .shown = begin + 80ms + 7us});
  return evaluate(notes);
}

TEST_CASE("the JSON of a measurement holds every stage, and what was lost", "[latency]") {
  const auto page = nlohmann::json::parse(measure_json({}, some_result(), true));
  CHECK(page["schema"] == 1);
  CHECK(page["triggers"]["sent"] == 2);
  CHECK(page["triggers"]["seen"] == 1);
  CHECK(page["triggers"]["lost"] == 1);
  CHECK(page["transmit_stamps"] == "software");
  CHECK(page["stages"]["wait"]["p50_us"] == 39'000);
  CHECK(page["stages"]["whole"]["p99_9_us"] == 80'007);
  double sum = 0;
  for (const char* stage : {"input", "wait", "late", "stack", "wire", "buffer"})
    sum += page["stages"][stage]["max_us"].get<double>();
  CHECK(sum == Approx(80'007));
  CHECK(page["estimate"]["buffer"]["p50_us"] == 40'000);
  const auto& each = page["each"][0];
  CHECK(each["t6_ns"].get<std::int64_t>() - each["t0_ns"].get<std::int64_t>() == 80'007'000);
}

TEST_CASE("the text of a measurement says who stamped, what was lost, and what was reckoned", "[latency]") {
  const std::string text = measure_text({}, some_result());
  CHECK(text.find("2 triggers, 1 seen, 0 not in time, 1 lost") != std::string::npos);
  CHECK(text.find("kernel's stamp (software)") != std::string::npos);
  CHECK(text.find("estimated") != std::string::npos);
  CHECK(text.find("\nwhole ") != std::string::npos);
}

}  // namespace
}  // namespace idn::latency
