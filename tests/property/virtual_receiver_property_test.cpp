// SPDX-License-Identifier: MIT
// Properties of a receiver with a buffer, for any sender and network.
#include "idn/analysis/virtual_receiver.hpp"

#include <algorithm>
#include <numeric>

#include "property/generated_network.hpp"
#include "property/property.hpp"
#include "stream/playout/fixed_playout.hpp"

using namespace idn;
using namespace idn::analysis;
using namespace std::chrono_literals;

namespace {

/// Chunks of random durations on one time axis, sent exactly on time.
std::vector<ArrivedChunk> any_show() {
  const auto lengths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(200, 20'000));
  RC_PRE(!lengths.empty());
  std::vector<ArrivedChunk> show;
  std::chrono::microseconds media{*rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000)};
  const Duration begin{*rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)};
  for (const int length : lengths) {
    const std::chrono::microseconds duration{length};
    show.push_back({show.empty() ? begin : show.back().arrival + show.back().duration, media, duration});
    media += duration;
  }
  return show;
}

/// The chunks with random delays up to 40 ms, in order of arrival.
std::vector<ArrivedChunk> jittered(std::vector<ArrivedChunk> stream) {
  for (ArrivedChunk& chunk : stream) chunk.arrival += Duration(*rc::gen::inRange<std::int64_t>(0, 40'000'000));
  std::ranges::stable_sort(stream, {}, &ArrivedChunk::arrival);
  std::chrono::microseconds newest = (std::chrono::microseconds::min)();
  for (ArrivedChunk& chunk : stream) {
    chunk.is_late = chunk.media < newest;
    newest = std::max(newest, chunk.media);
  }
  return stream;
}

std::int64_t any_clock_error() {
  return *rc::gen::inRange<std::int64_t>(-1'000'000, 1'000'001);
}

VirtualReceiver play(const std::vector<ArrivedChunk>& stream, const ReceiverBuffer& buffer, std::int64_t ppb) {
  VirtualReceiver receiver(buffer, ppb, LateDatagramPolicy::Play);
  for (const ArrivedChunk& chunk : stream) receiver.add(chunk);
  receiver.finish();
  return receiver;
}

}  // namespace

TEST_CASE("the smallest buffer suffices, and nothing smaller does", "[analysis]") {
  test::holds([] {
    const auto stream = jittered(any_show());
    const std::int64_t ppb = any_clock_error();
    const ReceiverBuffer enough = smallest_buffer(stream, ppb);
    const VirtualReceiver happy = play(stream, enough, ppb);
    RC_ASSERT(happy.totals().late == 0ns);
    RC_ASSERT(happy.underruns().empty());
    RC_ASSERT(happy.overruns().empty());
    RC_ASSERT(happy.totals().played == happy.totals().received);
    if (enough.target > 0ns)
      RC_ASSERT(play(stream, {enough.target - 1ns, enough.capacity}, ppb).totals().late > 0ns);
    if (enough.capacity > enough.target)
      RC_ASSERT(!play(stream, {enough.target, enough.capacity - 1ns}, ppb).overruns().empty());
  });
}

TEST_CASE("all media time and all output time is accounted for", "[analysis]") {
  test::holds([] {
    const auto show = any_show();
    std::vector<ArrivedChunk> stream;
    for (const std::size_t i : test::any_arrivals(show.size())) stream.push_back(show[i]);
    stream = jittered(stream);
    const ReceiverBuffer buffer{.target = Duration(*rc::gen::inRange<std::int64_t>(0, 50'000'000))};
    const std::int64_t ppb = any_clock_error();
    const VirtualReceiver receiver = play(stream, buffer, ppb);
    const PlaybackTotals& totals = receiver.totals();

    Duration received{0};
    for (const ArrivedChunk& chunk : stream) received += chunk.duration;
    RC_ASSERT(std::chrono::abs(totals.received - received) <=
              VirtualReceiver::kRounding * static_cast<std::int64_t>(stream.size()));
    RC_ASSERT(totals.received == totals.played + totals.late + totals.overrun + totals.repeated);

    Duration dark{0}, dropped{0};
    for (const Underrun& underrun : receiver.underruns()) {
      RC_ASSERT(underrun.length > 0ns);
      dark += underrun.length;
    }
    for (const Overrun& overrun : receiver.overruns()) dropped += overrun.dropped;
    RC_ASSERT(totals.dark == dark);
    RC_ASSERT(totals.overrun == dropped);
  });
}

TEST_CASE("the output of a receiver shows each chunk when the one that is simulated does",
          "[analysis][stream]") {
  test::holds([] {
    auto stream = any_show();
    // Of chunks of any lengths one could cover another, whose rest the simulation does not show.
    const auto length = stream.front().duration;
    std::chrono::microseconds step{0};
    for (ArrivedChunk& chunk : stream) {
      chunk.duration = length;
      if (*rc::gen::inRange(0, 10) == 0)
        step += std::chrono::microseconds(*rc::gen::inRange(-600'000, 600'001));
      chunk.media += step;
      chunk.arrival += Duration(*rc::gen::inRange<std::int64_t>(0, 200'000'000));
    }
    std::ranges::sort(stream, {}, &ArrivedChunk::arrival);  // with timestamps that step back, all in order
    const Duration target(*rc::gen::inRange<std::int64_t>(0, 50'000'000));
    VirtualReceiver receiver({.target = target}, 0, LateDatagramPolicy::Play);
    stream::FixedPlayout output(stream::PlayoutConfig{.target_latency = target});
    for (const ArrivedChunk& chunk : stream) {
      receiver.add(chunk);
      const auto shown = output.place({.arrival = TimePoint(chunk.arrival),
                                       .media_us = chunk.media.count(),
                                       .duration_us = chunk.duration.count()});
      RC_ASSERT(receiver.latency().has_value() == (shown.timeliness != stream::Timeliness::Outdated));
      if (receiver.latency())
        RC_ASSERT(*receiver.latency() == std::max(shown.begin.time_since_epoch() - chunk.arrival, 0ns));
    }
  });
}

TEST_CASE("a stream without loss and overrun shows its whole length, as light or as darkness", "[analysis]") {
  test::holds([] {
    const auto stream = jittered(any_show());
    const ReceiverBuffer buffer{.target = Duration(*rc::gen::inRange<std::int64_t>(0, 50'000'000)),
                                .capacity = 10s};
    const VirtualReceiver receiver = play(stream, buffer, 0);
    RC_PRE(receiver.totals().restarts == 0u);
    // Late media time is dark, except before the first chunk that is shown.
    RC_ASSERT(receiver.totals().dark <= receiver.totals().late);
    RC_ASSERT(receiver.totals().repeated == 0ns);
    const auto& underruns = receiver.underruns();
    for (std::size_t i = 1; i < underruns.size(); ++i)
      RC_ASSERT(underruns[i].start > underruns[i - 1].start + underruns[i - 1].length);
    RC_ASSERT(receiver.level()->max <= buffer.target + 40ms);
  });
}
