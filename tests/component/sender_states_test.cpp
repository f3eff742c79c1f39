// SPDX-License-Identifier: MIT
// Idle streams and reconnection: a sender session connected to the receiver, in virtual time.
#include <random>

#include "support/catch.hpp"
#include "support/frame_session.hpp"
#include "support/session_link.hpp"
#include "support/wave_session.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::ReceiverState;
using test::kStart;

namespace {

using AnsweredLink = test::SessionLink<test::WaveSession>;

/// Plays dark samples from time `from` to `until`.
void play(AnsweredLink& link, Duration until, Duration from = 0ms) {
  const std::vector<LaserSample> samples(8'000);
  for (Duration t = from; t < until; t += 50ms) {
    link.sender->push(samples);
    link.run(kStart + t + 50ms);
  }
}

}  // namespace

TEST_CASE("a wave stream without samples falls idle, lives on, and comes back on a new timeline", "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  link.sender->push(std::vector<LaserSample>(1'000, test::lit_at(1)));
  link.run(kStart + 3s);
  // 10 packets of samples, then dark ones for a second, then only keepalives.
  CHECK(link.seen.chunks.size() > 1'000);
  CHECK(link.seen.chunks.size() < 1'020);
  CHECK(link.sender->stats().keepalives.value() == 10);
  CHECK(link.seen.ends.empty());
  const std::size_t before = link.seen.chunks.size();
  link.sender->push(std::vector<LaserSample>(1'000, test::lit_at(2)));
  link.sender->finish();
  link.run();
  CHECK(link.seen.chunks[before].arrival == kStart + 3s);
  CHECK(link.seen.chunks[before].samples.front() == test::lit_at(2));
  CHECK(link.seen.chunks.size() == before + 11);
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
}

TEST_CASE("an idle stream that is closed ends like any other", "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  link.sender->push(std::vector<LaserSample>(1'000, test::lit_at(1)));
  link.run(kStart + 3s);
  link.sender->close();
  link.run();
  CHECK(link.seen.ends == std::vector{stream::EndReason::Closed});
  CHECK(link.now == kStart + 3001ms);
  // The dark samples before the close have the time of now, not that of the last keepalive.
  const auto &first = link.seen.chunks.front(), &dark = link.seen.chunks.back();
  CHECK(dark.arrival == kStart + 3s);
  CHECK(dark.media_us - first.media_us == (dark.arrival - first.arrival) / 1us);
}

TEST_CASE("a silent receiver is noticed, and gets the channel opened anew when it comes back", "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  const std::vector<LaserSample> samples(8'000, test::lit_at(1));
  const auto run_to = [&](Duration end) {
    for (Duration t = link.now - kStart; t < end; t += 50ms) {
      link.sender->push(samples);
      link.run(kStart + t + 50ms);
    }
  };
  run_to(1s);
  CHECK(link.state() == ReceiverState::Playing);
  link.is_cut = true;
  run_to(4s);
  CHECK(link.state() == ReceiverState::Silent);
  link.is_cut = false;
  link.seen.configured.clear();
  run_to(5s);
  CHECK(link.state() == ReceiverState::Playing);
  CHECK(link.sender->stats().reconnects.value() == 1);
  // For 20 ms after the reconnect every packet has a configuration, not only one every 200 ms.
  CHECK(link.seen.configured.size() > 20);
  CHECK(link.seen.events == 0);
  CHECK(link.sender->stats().reanchors.value() == 0);
}

TEST_CASE("a receiver that gets four of five datagrams drops a share, with the sequence as its reason",
          "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  link.loses = [](std::size_t number) { return number % 5 == 0; };
  play(link, 2s);
  CHECK(link.state() == ReceiverState::Dropping);
  const auto refusals = link.sender->stats().refusals.value();
  CHECK(refusals.share() == Approx(0.25).margin(0.1));
  CHECK((refusals.input_events & wire::input_event::kSequence) != 0);
  CHECK(refusals.pipeline_events == wire::pipeline_event::kContinuity);
}

TEST_CASE("a receiver that gets 99 of 100 datagrams plays", "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  link.loses = [](std::size_t number) { return number % 100 == 50; };
  play(link, 5s);
  CHECK(link.state() == ReceiverState::Playing);
}

TEST_CASE("a network that loses every other datagram is not silence", "[stream]") {
  AnsweredLink link(stream::WaveConfig{});
  std::mt19937 random(7255);
  link.loses = [&](std::size_t) { return random() % 2 == 0; };
  for (int period = 1; period <= 40; ++period) {
    play(link, period * 500ms, (period - 1) * 500ms);
    CHECK(link.state() != ReceiverState::Silent);
  }
}

TEST_CASE("frames that lack a fragment are refused, and told as frames", "[stream]") {
  const bool loses = GENERATE(false, true);
  CAPTURE(loses);
  test::LightOn light;
  test::SessionLink<test::FrameSession> link(stream::FrameConfig{.limits = {.max_datagram = 1454}}, light);
  const std::vector<LaserSample> frame(1'000, test::lit_at(1));  // five fragments
  link.loses = [&](std::size_t number) { return loses && number % 5 == 3; };
  for (int i = 0; i < 75; ++i) {
    link.sender->push(frame);
    link.run(kStart + (i + 1) * 40ms);
  }
  CHECK(link.state() == (loses ? ReceiverState::Dropping : ReceiverState::Playing));
  const auto refusals = link.sender->stats().refusals.value();
  CHECK(refusals.share() == (loses ? Approx(1).margin(0.1) : Approx(0)));
  CHECK(((refusals.pipeline_events & wire::pipeline_event::kFragment) != 0) == loses);
}

TEST_CASE("the silence of a receiver that was shown a still picture is noticed after two requests",
          "[stream]") {
  test::LightOn light;
  test::SessionLink<test::FrameSession> link(stream::FrameConfig{}, light);
  link.sender->push(std::vector<LaserSample>(1'000, test::lit_at(1)));
  link.run(kStart + 1s);
  CHECK(link.state() == ReceiverState::Playing);
  link.is_cut = true;
  const auto asked = link.sender->stats().acks_requested.value();
  TimePoint until = kStart + 1s;
  while (link.state() == ReceiverState::Playing && until < kStart + 5s) link.run(until += 10ms);
  CHECK(link.state() == ReceiverState::Silent);
  CHECK(link.sender->stats().acks_requested.value() <= asked + 3);
  CHECK(until <= kStart + 3s);
}
