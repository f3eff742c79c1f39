// SPDX-License-Identifier: MIT
#include "plugins/common/frame_player.hpp"

#include <algorithm>
#include <optional>

#include "plugins/common/rack.hpp"
#include "stream/send/packer.hpp"
#include "support/catch.hpp"
#include "support/recording_projector.hpp"

using namespace idn;
using namespace std::chrono_literals;
using plugins::FramePlayer;
using plugins::Rack;
using test::RecordingProjector;

namespace {

Venue settings_of(const RecordingProjector& projector) {
  Venue venue;
  venue.projectors.push_back({.target = projector.target(), .name = {}, .settings = {}});
  return venue;
}

/// A frame of one colour.
std::vector<LaserSample> coloured(std::uint16_t green, std::size_t count) {
  return std::vector<LaserSample>(count, {.x = 100, .g = green, .intensity = 0xFFFF});
}

/// (colour, number of its samples), in order of appearance.
std::vector<std::pair<std::uint16_t, std::size_t>> runs_of(
    const std::vector<RecordingProjector::Played>& played) {
  std::vector<std::pair<std::uint16_t, std::size_t>> runs;
  for (const auto& [sample, rate] : played) {
    if (runs.empty() || runs.back().first != sample.g) runs.push_back({sample.g, 0});
    ++runs.back().second;
  }
  return runs;
}

}  // namespace

TEST_CASE("frame player: every frame is played once, to the sample, by a host that only writes", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  FramePlayer player(*rack.at(0));
  std::vector<std::pair<std::uint16_t, std::size_t>> expected;
  for (std::uint16_t i = 1; i <= 30; ++i) {
    const std::uint16_t green = static_cast<std::uint16_t>(i * 0x0101);
    const std::size_t count = 200 + i;
    REQUIRE(player.write(coloured(green, count), {.rate = 30'000, .passes = 1}));
    expected.emplace_back(green, count);
  }
  player.finish(10s);
  rack.at(0)->close();
  REQUIRE(projector.awaits_lit(30 * 200 + 30 * 31 / 2));
  CHECK(runs_of(projector.lit()) == expected);
}

TEST_CASE("frame player: frames of different rates keep theirs, but for what is too short for a datagram",
          "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  FramePlayer player(*rack.at(0));
  for (std::uint16_t i = 0; i < 10; ++i) {
    const std::uint32_t rate = i % 2 == 0 ? 20'000 : 45'000;
    REQUIRE(player.write(coloured(i % 2 == 0 ? 0x4040 : 0x8080, 300), {.rate = rate, .passes = 1}));
  }
  player.finish(10s);
  rack.at(0)->close();
  REQUIRE(projector.awaits_lit(3000));
  const auto lit = projector.lit();
  CHECK(lit.size() == 3000);
  std::size_t wrong = 0;
  for (const auto& [sample, rate] : lit) wrong += rate != (sample.g == 0x4040 ? 20'000U : 45'000U);
  CHECK(wrong < 9 * stream::Packer::kMinSamples);
}

TEST_CASE("frame player: without waiting, a frame is refused while another one waits", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  FramePlayer player(*rack.at(0));
  REQUIRE(player.write(coloured(0x1111, 30'000), {.rate = 30'000}));
  REQUIRE(player.is_ready(10s));
  REQUIRE(player.write(coloured(0x2222, 300), {.rate = 30'000}, false));
  const auto refused = player.write(coloured(0x3333, 300), {.rate = 30'000}, false);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::Busy);
}

TEST_CASE("frame player: what was stopped begins again with the next frame", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  FramePlayer player(*rack.at(0));
  REQUIRE(player.write(coloured(0x1111, 300), {.rate = 30'000}));
  player.stop();
  CHECK(player.is_ready());
  REQUIRE(player.write(coloured(0x2222, 300), {.rate = 30'000, .passes = 1}));
  player.finish(10s);
  rack.at(0)->close();
  REQUIRE(rack.at(0)->open());
  REQUIRE(player.write(coloured(0x3333, 300), {.rate = 30'000, .passes = 1}));
  const auto played = [&](std::uint16_t green) {
    std::size_t count = 0;
    for (const auto& one : projector.lit()) count += one.sample.g == green;
    return count;
  };
  REQUIRE(projector.awaits([&] { return played(0x3333) >= 300; }));
  CHECK(played(0x2222) == 300);
  CHECK(played(0x3333) == 300);
}

TEST_CASE("frame player: one that has ended leaves the device to the next one, at any rate", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  std::optional<FramePlayer> former(std::in_place, *rack.at(0));
  REQUIRE(former->write(coloured(0x4040, 300), {.rate = 45'000}));
  REQUIRE(projector.awaits_lit(600));
  former->end();
  const auto refused = former->write(coloured(0x4040, 300), {.rate = 45'000});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::Closed);
  FramePlayer next(*rack.at(0));
  REQUIRE(next.write(coloured(0x8080, 3000), {.rate = 45'000, .passes = 1}));
  former.reset();
  next.finish(10s);
  rack.at(0)->close();
  CHECK(projector.awaits([&] {
    const auto runs = runs_of(projector.lit());
    return !runs.empty() && runs.back() == std::pair<std::uint16_t, std::size_t>(0x8080, 3000);
  }));
}

TEST_CASE("frame player: what cannot be played is told", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  FramePlayer player(*rack.at(0));
  const auto closed = player.write(coloured(0x1111, 10), {});
  REQUIRE_FALSE(closed);
  CHECK(closed.error().code == Errc::Closed);
  REQUIRE(rack.at(0)->open());
  const auto bad = player.write(coloured(0x1111, 10), {.rate = 0});
  REQUIRE_FALSE(bad);
  CHECK(bad.error().code == Errc::BadOption);
  CHECK(player.write({}, {}));
}

TEST_CASE("frame player: one whose device was closed leaves the next one to another player", "[plugins]") {
  const RecordingProjector projector;
  Rack rack("test", settings_of(projector), plugins::Arming::BySettings);
  REQUIRE(rack.at(0)->open());
  std::optional<FramePlayer> former(std::in_place, *rack.at(0));
  REQUIRE(former->write(coloured(0x4040, 300), {.rate = 30'000, .passes = 1}));
  rack.at(0)->close();
  REQUIRE(rack.at(0)->open());
  FramePlayer next(*rack.at(0));
  REQUIRE(next.write(coloured(0x8080, 3000), {.rate = 30'000, .passes = 1}));
  REQUIRE(projector.awaits_lit(310));
  former.reset();
  next.finish(10s);
  rack.at(0)->close();
  CHECK(projector.awaits([&] {
    const auto runs = runs_of(projector.lit());
    return !runs.empty() && runs.back() == std::pair<std::uint16_t, std::size_t>(0x8080, 3000);
  }));
}
