// SPDX-License-Identifier: MIT
// Idling and reconnecting: the sender engine against the receiver engine, in virtual time.
#include "idn/stream/wave_session.hpp"
#include "support/catch.hpp"
#include "support/session_link.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::ReceiverState;
using test::kStart;

namespace {

using AnsweredLink = test::SessionLink<stream::WaveSession>;

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
  // Not only each 200 ms: for 20 ms after the reconnect every packet opens the channel.
  CHECK(link.seen.configured.size() > 20);
  CHECK(link.seen.events == 0);
  CHECK(link.sender->stats().reanchors.value() == 0);
}
