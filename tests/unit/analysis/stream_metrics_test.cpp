// SPDX-License-Identifier: MIT
#include "idn/analysis/stream_metrics.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/near.hpp"

using namespace std::chrono_literals;
using idn::ArrivalOrder;
using idn::Duration;
using idn::analysis::AxisCause;
using idn::analysis::SampleDatagram;
using idn::analysis::StreamMetrics;
using idn::test::Near;
using std::chrono::microseconds;

namespace {

/// A datagram of 100 samples and 1 ms of media, number `i` of its stream.
SampleDatagram chunk(int i, Duration arrival) {
  return {.arrival = arrival, .media = microseconds(i * 1000), .duration = 1ms, .samples = 100};
}

SampleDatagram following(ArrivalOrder order, SampleDatagram datagram) {
  datagram.order = order;
  return datagram;
}

/// Adds chunks of 1 ms that arrive on time, numbers `from` to `end` - 1.
void play(StreamMetrics& metrics, int from, int end, Duration shift = {}) {
  for (int i = from; i < end; ++i) metrics.add(chunk(i, i * 1ms + shift));
}

Duration length(const std::optional<idn::analysis::PacketOffset>& offset) {
  REQUIRE(offset);
  return offset->length;
}

}  // namespace

TEST_CASE("each datagram has a time axis by number; a wrong timestamp has one of its own", "[analysis]") {
  StreamMetrics metrics;
  const auto number_after = [&](const SampleDatagram& datagram) {
    metrics.add(datagram);
    return metrics.axis().number;
  };
  CHECK(metrics.axis().number == 0);
  CHECK(number_after(chunk(0, 0ms)) == 1);
  CHECK(number_after(chunk(1, 1ms)) == 1);
  CHECK(number_after(chunk(9000, 2ms)) == 2);
  CHECK(metrics.axis().cause == AxisCause::Step);
  CHECK(number_after(chunk(3, 3ms)) == 1);
  CHECK(metrics.axis().cause == AxisCause::Start);
  CHECK(number_after(following(ArrivalOrder::Late, chunk(2, 3ms))) == 1);
  auto reopened = chunk(4, 4ms);
  reopened.begins_axis = AxisCause::Closed;
  CHECK(number_after(reopened) == 3);
  CHECK(metrics.axis().cause == AxisCause::Closed);
}

TEST_CASE("a perfect stream is on target without jitter", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 1001, 3s);
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 1001);
  CHECK(summary.samples == 100'100);
  CHECK(summary.measured == 1s);
  CHECK(summary.display == 1001ms);
  CHECK(summary.expected.count() == 1000);
  CHECK(summary.axes == 1);
  REQUIRE(summary.offsets);
  REQUIRE(summary.target);
  CHECK(summary.offsets->count == 1000);
  CHECK(summary.offsets->average.count() == 1000);
  CHECK(summary.offsets->min.count() == 1000);
  CHECK(summary.offsets->max.count() == 1000);
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.target->peak_period_jitter.count() == 0);
  CHECK(summary.fill.value() == 1);
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == 0);
  CHECK(summary.clock->smallest_buffer.value() == 0);
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
}

TEST_CASE("every number follows its definition", "[analysis]") {
  // Arrivals at 0, 950, 2250, 3050 us of chunks due at 0, 1000, 2000, 3000 us: offsets 950, 1300, 800; lateness
  // 0, -50, +250, +50.
  StreamMetrics metrics;
  CHECK_FALSE(metrics.add(chunk(0, 0us)).has_value());
  CHECK(length(metrics.add(chunk(1, 950us))) == 950us);
  CHECK(length(metrics.add(chunk(2, 2250us))) == 1300us);
  CHECK(length(metrics.add(chunk(3, 3050us))) == 800us);
  const auto summary = metrics.summary();
  REQUIRE(summary.offsets);
  REQUIRE(summary.target);
  CHECK(summary.offsets->average.count() == Near{3050.0 / 3});
  CHECK(summary.offsets->min.count() == Near{800});
  CHECK(summary.offsets->max.count() == Near{1300});
  CHECK(summary.target->on_target_share == Near{1.0 / 3});
  CHECK(summary.target->peak_period_jitter.count() == Near{300});
  CHECK(metrics.deviations().count_at(-100us) == 1);
  CHECK(metrics.deviations().count_at(300us) == 1);
  CHECK(metrics.deviations().count_at(-200us) == 1);
  REQUIRE(summary.clock);
  CHECK(summary.clock->long_term_jitter.count() == Near{150});
  CHECK(summary.clock->smallest_buffer.value() == Near{0.3});
  CHECK(summary.clock->start_delay.count() == Near{250});
  // Around the means of 1500 and 62.5: 93'750 + 56'250 + 93'750 - 18'750 = 225'000 over 5'000'000.
  CHECK(summary.clock->rate_error_ppm.value() == Near{45'000});
  CHECK(summary.clock->rate_error_bound_ppm.value() == Near{3e6 * 150 / 3050});
}

TEST_CASE("a deviation of 100 us is off target above and on target below", "[analysis]") {
  StreamMetrics metrics;
  metrics.add(chunk(0, 0us));
  CHECK(metrics.add(chunk(1, 900us))->deviation == -100us);
  CHECK(metrics.summary().target->on_target_share == 1);
  CHECK(metrics.add(chunk(2, 2000us))->deviation == 100us);
  CHECK(metrics.summary().target->on_target_share == 0.5);
}

TEST_CASE("each offset is compared with what its own datagram carried", "[analysis]") {
  // A perfect sender of chunks that vary from 0.5 to 1.4 ms.
  StreamMetrics metrics;
  microseconds media{};
  for (int i = 0; i < 1000; ++i) {
    const microseconds duration(500 + i * 37 % 10 * 100);
    metrics.add({.arrival = 1s + media, .media = media, .duration = duration, .samples = 50});
    media += duration;
  }
  const auto summary = metrics.summary();
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.target->peak_period_jitter.count() == 0);
  CHECK(summary.fill.value() == 1);
}

TEST_CASE("loss is not slowness", "[analysis]") {
  // Every twentieth is lost: 5 %.
  StreamMetrics metrics;
  for (int i = 0; i < 2000; ++i)
    if (i % 20 != 10)
      metrics.add(following(i % 20 == 11 ? ArrivalOrder::AfterLoss : ArrivalOrder::InOrder, chunk(i, i * 1ms)));
  const auto summary = metrics.summary();
  CHECK(summary.excluded.loss == 100);
  CHECK(summary.offsets->average.count() == 1000);
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(summary.fill.value() == Near{0.95});
}

TEST_CASE("datagrams that share a captured packet give no offset", "[analysis]") {
  StreamMetrics metrics;
  for (int i = 0; i < 100; ++i) {
    auto datagram = chunk(i, i / 10 * 10ms);
    datagram.is_merged = i % 10 > 0;
    CHECK(metrics.add(datagram).has_value() == (i > 0 && i % 10 == 0));
  }
  // A part of a packet in which it is the first of its stream.
  auto datagram = chunk(100, 99ms);
  datagram.is_merged = true;
  CHECK(length(metrics.add(datagram)) == 9ms);
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 101);
  CHECK(summary.excluded.offload == 90);
  CHECK(summary.excluded.all() == 90);
  CHECK(summary.offsets->count == 10);
  CHECK(summary.target->on_target_share == 0);
  CHECK(summary.fill.value() == Near{1});
}

TEST_CASE("a late datagram gives no offset and counts as a miss", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 10);
  metrics.add(following(ArrivalOrder::AfterLoss, chunk(11, 11ms)));
  CHECK_FALSE(metrics.add(following(ArrivalOrder::Late, chunk(10, 11'500us))));
  CHECK(length(metrics.add(chunk(12, 12ms))) == 1ms);
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 13);
  CHECK(summary.late == 1);
  CHECK(summary.offsets->count == 10);
  CHECK(summary.target->on_target_share == Near{10.0 / 11});
  CHECK(summary.clock->start_delay.count() == Near{1500});
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
}

TEST_CASE("darkness by re-anchoring counts for its full size", "[analysis]") {
  // Stalls of 30 ms every 200 ms. One sender catches up at once, the other re-anchors.
  StreamMetrics catches_up, stretches;
  std::uint64_t missed = 0;
  for (int i = 0; i < 5000; ++i) {
    const int since_stall = i % 200;
    const bool is_stalled = i >= 200 && since_stall < 30;
    catches_up.add(chunk(i, is_stalled ? (i - since_stall + 30) * 1ms : i * 1ms));
    if (is_stalled)
      ++missed;
    else
      stretches.add(chunk(i, i * 1ms));
  }
  const auto caught_up = catches_up.summary(), stretched = stretches.summary();
  CHECK(stretched.target->dark_datagrams == missed);
  CHECK(stretched.target->on_target_share <= caught_up.target->on_target_share);
  CHECK(stretched.target->peak_period_jitter == 30ms);
  CHECK(stretched.axes == 1);
  CHECK(stretched.clock->rate_error_ppm.value() == Near{0});
  CHECK(stretched.fill.value() == Near{1 - static_cast<double>(missed) / 5000});
  CHECK(caught_up.fill.value() == 1);
}

TEST_CASE("timestamps that step without the arrivals are off target", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 10);
  CHECK(metrics.add(chunk(15, 10ms))->deviation == 5ms);
  CHECK(metrics.add(chunk(10, 11ms))->deviation == -6ms);
  // A difference of 2 us counts as rounding.
  auto rounded = chunk(11, 12ms);
  *rounded.media += 2us;
  CHECK(metrics.add(rounded)->deviation == 0us);
  CHECK(metrics.summary().target->dark_datagrams == 5);
}

TEST_CASE("a gap behind lit samples is dark, however long, whether the arrivals share it or not",
          "[analysis]") {
  const Duration arrival = GENERATE(100ms, 2100ms);
  StreamMetrics metrics;
  play(metrics, 0, 100);
  auto next = chunk(2100, arrival);
  if (arrival == 100ms) next.media = microseconds(400'000);  // a larger one without the arrivals is a jump
  const auto gap = *next.media - 100ms;
  CHECK(metrics.add(next)->deviation == gap);
  const auto summary = metrics.summary();
  CHECK(summary.axes == 1);
  CHECK(summary.target->dark_datagrams == static_cast<std::uint64_t>(gap / 1ms));
  CHECK(metrics.pauses().count() == 0);
  CHECK(summary.fill.value() == Near{101.0 / (101 + static_cast<double>(gap / 1ms))});
}

TEST_CASE("a gap behind a dark datagram is a pause, listed and left out, however short", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 99);
  auto last = chunk(99, 99ms);
  last.is_dark = true;
  metrics.add(last);
  CHECK_FALSE(metrics.add(chunk(2100, 2100ms)));
  play(metrics, 2101, 2200);
  const auto summary = metrics.summary();
  CHECK(summary.excluded.pause == 1);
  CHECK(summary.axes == 1);
  CHECK(metrics.pauses().first().front().length == 2s);
  CHECK(metrics.pauses().first().front().at == 2100ms);
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(summary.fill.value() == 1);
}

TEST_CASE("a silence of the arrivals begins no axis, whether the sender catches up or not", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 100);
  const bool catches_up = GENERATE(true, false);
  for (int i = 100; i < 3000; ++i)
    metrics.add(chunk(i, catches_up ? std::max(i * 1ms, 900ms) : (i + 800) * 1ms));
  const auto summary = metrics.summary();
  CHECK(summary.axes == 1);
  CHECK(summary.jumps == 0);
  CHECK(summary.target->peak_period_jitter == 800ms);
  CHECK(summary.clock->long_term_jitter.count() == Near{400'000});
  CHECK(summary.clock->start_delay.count() == Near{800'000});
  CHECK(summary.fill.value() == 1);
}

TEST_CASE("timestamps that jump against the arrivals begin an axis, and each axis counts by itself",
          "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 100);
  play(metrics, 2100, 2200, -2s);
  const auto summary = metrics.summary();
  CHECK(summary.jumps == 1);
  CHECK(summary.target->on_target_share == Near{198.0 / 199});  // a jump counts as one off target
  CHECK(summary.axes == 2);
  CHECK(summary.excluded.axis == 1);
  CHECK(summary.measured == 198ms);
  CHECK(summary.clock->long_term_jitter.count() == 0);
  CHECK(summary.clock->start_delay.count() == 0);
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(metrics.axes().first().at(1).cause == AxisCause::Step);
  CHECK(metrics.axes().first().at(1).begin == 100ms);
  CHECK(metrics.axes().first().at(1).datagrams == 100);
}

TEST_CASE("an axis that the caller begins is one, however small the step", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 100);
  auto first = chunk(100, 103ms);
  first.begins_axis = AxisCause::CaptureClock;
  CHECK_FALSE(metrics.add(first));
  play(metrics, 101, 200, 3ms);
  CHECK(metrics.summary().axes == 2);
  CHECK(metrics.summary().clock->long_term_jitter.count() == 0);
}

TEST_CASE("one wrong timestamp is an outlier and no axis", "[analysis]") {
  StreamMetrics metrics;
  play(metrics, 0, 100);
  auto wrong = chunk(100, 100ms);
  *wrong.media += 537s;
  CHECK_FALSE(metrics.add(wrong));
  CHECK_FALSE(metrics.add(chunk(101, 101ms)));
  CHECK(length(metrics.add(chunk(102, 102ms))) == 1ms);
  const auto summary = metrics.summary();
  CHECK(summary.outliers == 1);
  CHECK(summary.axes == 1);
  CHECK(summary.excluded.axis == 2);
  CHECK(summary.clock->long_term_jitter.count() == 0);
  CHECK(summary.clock->rate_error_ppm.value() == Near{0});
  CHECK(summary.measured == 102ms);
  CHECK(summary.fill.value() == 1);
}

TEST_CASE("axes beyond those that are kept count as well", "[analysis]") {
  StreamMetrics metrics;
  const int axes = 3 * static_cast<int>(StreamMetrics::kAxesKept);
  for (int axis = 0; axis < axes; ++axis) play(metrics, axis * 1010, axis * 1010 + 10, axis * -1s);
  const auto summary = metrics.summary();
  CHECK(summary.axes == static_cast<std::uint64_t>(axes));
  CHECK(summary.measured == axes * 9ms);
  CHECK(summary.fill.value() == 1);
  CHECK(summary.clock->long_term_jitter_without_drift.count() == Near{0});
}

TEST_CASE("frames are shown until the next, so slow ones neither pause nor begin an axis", "[analysis]") {
  StreamMetrics metrics;
  for (int i = 0; i < 20; ++i) {
    const Duration stall = i == 10 ? 900ms : 0ms;
    metrics.add({.arrival = i * 2s + stall, .media = i * 2'000'000us, .duration = 20ms, .is_frame = true});
  }
  const auto summary = metrics.summary();
  CHECK(summary.offsets->count == 19);
  CHECK(summary.axes == 1);
  CHECK(summary.excluded.all() == 0);
  CHECK(summary.target->peak_period_jitter == 900ms);
}

TEST_CASE("frames are punctual when they come as their timestamps step", "[analysis]") {
  StreamMetrics metrics;
  microseconds media{};
  for (int i = 0; i < 100; ++i) {
    metrics.add({.arrival = 1s + media, .media = media, .duration = 7ms, .samples = 300, .is_frame = true});
    metrics.add_samples(200);
    media += i % 2 == 0 ? 33ms : 40ms;
  }
  const auto summary = metrics.summary();
  CHECK(summary.datagrams == 100);
  CHECK(summary.samples == 50'000);
  CHECK(summary.target->on_target_share == 1);
  CHECK(summary.expected.count() == Near{(50 * 33'000.0 + 49 * 40'000.0) / 99});
  CHECK_FALSE(summary.fill);
}

TEST_CASE("without drift the long-term jitter is what jitters", "[analysis]") {
  StreamMetrics metrics;
  // 500 ppm slow and every tenth datagram 40 us late.
  for (int i = 0; i <= 10'000; ++i) metrics.add(chunk(i, i * 1'000'500ns + (i % 10 == 5 ? 40us : 0us)));
  const auto clock = metrics.summary().clock.value();
  CHECK(clock.rate_error_ppm.value() == Near{500, 0.01});
  CHECK(clock.long_term_jitter.count() == Near{2520, 1});
  CHECK(clock.long_term_jitter_without_drift.count() == Near{20, 0.1});
  CHECK(clock.rate_error_bound_ppm.value() == Near{3 * 2520 / 10.005, 0.002});
}

TEST_CASE("before the first datagrams there are no numbers rather than wrong ones", "[analysis]") {
  StreamMetrics metrics;
  CHECK(metrics.summary().datagrams == 0);
  CHECK(metrics.summary().expected.count() == 0);
  metrics.add(chunk(0, 5s));
  CHECK_FALSE(metrics.summary().offsets.has_value());
  CHECK_FALSE(metrics.summary().clock.has_value());
  CHECK(metrics.summary().axes == 0);
  CHECK(metrics.summary().measured == 0s);
}

TEST_CASE("without display time there is nothing to compare offsets with", "[analysis]") {
  StreamMetrics metrics;
  for (int i = 0; i < 3; ++i) metrics.add({.arrival = i * 1ms, .media = i * 1000us});
  const auto summary = metrics.summary();
  CHECK(summary.offsets.has_value());
  CHECK_FALSE(summary.target.has_value());
  REQUIRE(summary.clock);
  CHECK_FALSE(summary.clock->smallest_buffer.has_value());
  CHECK_FALSE(summary.fill.has_value());
}
