// SPDX-License-Identifier: MIT
#include "viewer/model/player.hpp"

#include "support/catch.hpp"
#include "unit/viewer/timelines.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

Player over(Duration span) {
  Player player;
  player.set_span(at(0ms), at(span));
  return player;
}

Timeline three_chunks() {
  Timeline timeline;
  for (int i = 0; i < 3; ++i) timeline.play_wave(at(i * 1ms), 1ms, row(10));
  return timeline;
}

}  // namespace

TEST_CASE("time passes at the chosen speed, from a hundredth to four times", "[viewer]") {
  Player player = over(10s);
  player.advance(1s);
  CHECK(player.position() == at(1s));
  player.set_speed(0.01);
  player.advance(1s);
  CHECK(player.position() == at(1010ms));
  player.set_speed(4);
  player.advance(1s);
  CHECK(player.position() == at(5010ms));
  player.set_speed(0);
  CHECK(player.speed() == 0.01);
  player.set_speed(100);
  CHECK(player.speed() == 4);
}

TEST_CASE("a recording begins again at its end, or stays there when it does not loop", "[viewer]") {
  Player player = over(10s);
  player.advance(25s);
  CHECK(player.position() == at(5s));
  player.set_loop(false);
  player.advance(25s);
  CHECK(player.position() == at(10s));
  player.play();
  CHECK(player.position() == at(0s));
}

TEST_CASE("a paused player stands still and can be scrubbed", "[viewer]") {
  Player player = over(10s);
  player.pause();
  player.seek(at(3s));
  player.advance(1s);
  CHECK(player.position() == at(3s));
  player.seek(at(30s));
  CHECK(player.position() == at(10s));
}

TEST_CASE("a live player stays at the end until it is paused, sought or slowed", "[viewer]") {
  Player player;
  player.follow(true);
  player.set_span(at(0s), at(5s));
  CHECK(player.position() == at(5s));
  player.set_span(at(0s), at(6s));
  CHECK(player.position() == at(6s));
  CHECK(player.is_following());

  player.pause();
  player.set_span(at(0s), at(7s));
  CHECK(player.position() == at(6s));
  player.set_span(at(6500ms), at(16s));
  CHECK(player.position() == at(6500ms));

  player.play();
  CHECK_FALSE(player.is_following());
  player.advance(1s);
  CHECK(player.position() == at(7500ms));
  player.advance(1h);
  CHECK(player.position() == at(16s));
  player.follow(true);
  player.set_speed(0.5);
  CHECK_FALSE(player.is_following());
}

TEST_CASE("a step by sample goes to where the next one begins, across chunks", "[viewer]") {
  const Timeline timeline = three_chunks();
  Player player = over(3ms);
  player.seek(at(50us));
  player.step(timeline, StepBy::Sample, 1);
  CHECK(player.position() == at(100us));
  CHECK_FALSE(player.is_playing());
  player.step(timeline, StepBy::Sample, 9);
  CHECK(player.position() == at(1ms));
  player.step(timeline, StepBy::Sample, 1);
  CHECK(player.position() == at(1100us));
  player.step(timeline, StepBy::Sample, -2);
  CHECK(player.position() == at(900us));
  player.step(timeline, StepBy::Sample, -100);
  CHECK(player.position() == at(0us));
}

TEST_CASE("a step by chunk goes to the next beginning, backwards to the one before", "[viewer]") {
  const Timeline timeline = three_chunks();
  Player player = over(3ms);
  player.step(timeline, StepBy::Chunk, 2);
  CHECK(player.position() == at(2ms));
  player.step(timeline, StepBy::Chunk, 1);
  CHECK(player.position() == at(2ms));
  player.seek(at(1500us));
  player.step(timeline, StepBy::Chunk, -1);
  CHECK(player.position() == at(1ms));
  player.step(timeline, StepBy::Chunk, -1);
  CHECK(player.position() == at(0ms));
}

TEST_CASE("a step by frame leaves out repetitions; without frames it is 40 ms", "[viewer]") {
  Timeline frames;
  frames.play_frame(at(0ms), 10ms, row(100));
  frames.play_frame(at(35ms), 10ms, row(100));
  Player player = over(50ms);
  player.step(frames, StepBy::Frame, 1);
  CHECK(player.position() == frames.chunks().back().begin);
  player.step(frames, StepBy::Frame, -1);
  CHECK(player.position() == at(0ms));

  Timeline wave;
  wave.play_wave(at(0ms), 1s, row(100));
  Player other = over(1s);
  other.step(wave, StepBy::Frame, 2);
  CHECK(other.position() == at(80ms));
}
