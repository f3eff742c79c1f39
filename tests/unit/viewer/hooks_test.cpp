// SPDX-License-Identifier: MIT
// Patterns of the library with the viewer's model of scanners: if the light comes on while the mirrors still
// move, they draw a hook.
#include <cmath>
#include <limits>

#include "idn/picture/pattern.hpp"
#include "support/catch.hpp"
#include "viewer/model/picture/tracer.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::viewer;

namespace {

struct HookSegment {
  Position from, to;
};

/// Largest distance of the beam from the commanded line, in widths of the picture.
struct HookDistances {
  double at_starts = 0;  ///< in the first 0.3 ms of light
  double anywhere = 0;
};

constexpr std::uint32_t kPasses = 3;

/// Three passes with the blanked moves that a player adds.
std::vector<LaserSample> ilda_passes(SampleRate rate, const stream::MoveTiming& moves) {
  picture::Path pen(rate, 0.9, moves);
  picture::find_pattern("ilda")->draw(pen, {255, 255, 255});
  const auto pass = pen.take();
  std::vector<LaserSample> samples;
  for (std::uint32_t i = 0; i < kPasses; ++i) {
    if (!samples.empty()) stream::append_blanked_move(samples.back(), pass.front(), rate, samples, moves);
    samples.insert(samples.end(), pass.begin(), pass.end());
  }
  return samples;
}

double hook_distance(Position point, const HookSegment& segment) {
  const double dx = segment.to.x - segment.from.x, dy = segment.to.y - segment.from.y;
  const double square = dx * dx + dy * dy;
  double along = 0;
  if (square > 0)
    along = std::clamp(((point.x - segment.from.x) * dx + (point.y - segment.from.y) * dy) / square, 0.0, 1.0);
  return std::hypot(point.x - segment.from.x - along * dx, point.y - segment.from.y - along * dy);
}

/// The commanded strokes: sequences of consecutive lit samples, each with the position before it.
std::vector<std::vector<HookSegment>> commanded_strokes(std::span<const LaserSample> samples) {
  std::vector<std::vector<HookSegment>> strokes;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    if (samples[i].is_dark()) continue;
    if (samples[i - 1].is_dark()) strokes.emplace_back();
    strokes.back().push_back({position_of(samples[i - 1]), position_of(samples[i])});
  }
  return strokes;
}

HookDistances hook_distances(double kpps, std::uint32_t rate, const stream::MoveTiming& moves) {
  const auto samples = ilda_passes({rate}, moves);
  const auto strokes = commanded_strokes(samples);
  Timeline timeline;
  const Duration length{static_cast<Duration::rep>(samples.size() * 1'000'000'000ULL / rate)};
  timeline.play_wave(TimePoint{}, length, std::make_shared<Samples>(Samples{samples, {0}}));
  Tracer tracer({.scanner = scanner_for(kpps)});
  HookDistances found;
  std::size_t number = 0;  // strokes begun so far
  bool was_dark = true;
  TimePoint lit_since;
  tracer.trace(timeline, timeline.begin(), timeline.end(), [&](const Stroke& stroke) {
    const bool is_dark = stroke.sample->is_dark();
    if (!is_dark && was_dark) lit_since = stroke.begin, ++number;
    was_dark = is_dark;
    if (is_dark) return;
    // The distance from its own stroke, even if another one is nearer.
    double nearest = std::numeric_limits<double>::max();
    for (const auto& segment : strokes.at(number - 1))
      nearest =
          std::min({nearest, std::max(hook_distance(stroke.from, segment), hook_distance(stroke.to, segment))});
    nearest /= 2;  // the picture is 2 wide, from -1 to 1
    found.anywhere = std::max(found.anywhere, nearest);
    if (stroke.begin - lit_since < 300us) found.at_starts = std::max(found.at_starts, nearest);
  });
  CHECK(number == strokes.size());
  CHECK(strokes.size() > kPasses * 12);
  return found;
}

}  // namespace

TEST_CASE("the ILDA test pattern has no hooks where strokes begin, through scanners of any class", "[viewer]") {
  for (const double kpps : {12.0, 20.0, 30.0}) {
    const auto moves = stream::MoveTiming::for_scanners(kpps);
    const auto found = hook_distances(kpps, static_cast<std::uint32_t>(kpps * 1000), moves);
    CAPTURE(kpps, found.at_starts, found.anywhere);
    CHECK(found.at_starts < 0.003);
    CHECK(found.anywhere < 0.005);
  }
}

TEST_CASE("the ILDA test pattern has no hooks where strokes begin, at any rate", "[viewer]") {
  for (const std::uint32_t rate : {12'000U, 20'000U, 30'000U, 100'000U}) {
    const auto found = hook_distances(30, rate, {});
    CAPTURE(rate, found.at_starts, found.anywhere);
    CHECK(found.at_starts < 0.003);
    CHECK(found.anywhere < 0.005);
  }
}

TEST_CASE("a rest of 0.1 ms is too short for scanners of 30 kpps", "[viewer]") {
  CHECK(hook_distances(30, 30'000, {.dwell_after = 100us}).at_starts > 0.004);
}
