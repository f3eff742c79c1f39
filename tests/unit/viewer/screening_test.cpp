// SPDX-License-Identifier: MIT
// What a person watches: a file, or a unit whose data can be held without holding up the reception.
#include "viewer/model/screening.hpp"

#include <functional>
#include <thread>

#include "idn/io/udp_transport.hpp"
#include "idn/stream/packer.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "unit/viewer/timelines.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

Recording two_streams() {
  Recording recording;
  recording.add("left").timeline.play_wave(at(1s), 1s, row(100));
  recording.add("right").timeline.play_wave(at(1500ms), 1s, row(100));
  return recording;
}

/// A unit on loopback, and a sender that sends as fast as it is told to.
class Live {
 public:
  Live() {
    auto live = std::make_unique<LiveSource>(LiveOptions{.address = 0x7F000001, .port = 0});
    net_ = io::UdpTransport::open("127.0.0.1", live->local().port).value();
    screening.listen(std::move(live));
  }

  /// Until the samples of `count` more datagrams are received.
  void receive(int count) {
    const std::vector<LaserSample> samples(20, {.x = 100, .g = 65535});
    for (int i = 0; i < count; ++i) REQUIRE_FALSE(net_->send(packer_.pack(samples, false)));
    sent_ += static_cast<std::uint64_t>(count);
    // A held screening shows a copy, but counts on.
    for (const auto end = std::chrono::steady_clock::now() + test::kPatience;
         screening.live()->counts().datagrams < sent_ && std::chrono::steady_clock::now() < end;)
      std::this_thread::yield();
    REQUIRE(screening.live()->counts().datagrams == sent_);
    screening.advance(1ms);
  }

  Screening screening;

 private:
  stream::Packer packer_ = stream::Packer::create({.rate = {20'000}, .samples_per_packet = 20}).value();
  std::unique_ptr<io::UdpTransport> net_;
  std::uint64_t sent_ = 0;
};

/// Datagrams of the stream that is shown. Not its samples: what arrives too late, on a busy machine, plays
/// none.
std::size_t datagrams(const Screening& screening) {
  return screening.recording().streams().front()->datagrams.size();
}

}  // namespace

TEST_CASE("a file is shown from its first sample, all of its streams", "[viewer]") {
  Screening screening;
  CHECK_FALSE(screening.has_source());
  screening.show(two_streams());
  CHECK(screening.position() == at(1s));
  CHECK(screening.player().end() == at(2500ms));
  CHECK(screening.streams().size() == 2);
  screening.advance(100ms);
  CHECK(screening.position() == at(1100ms));
  CHECK(screening.live() == nullptr);
}

TEST_CASE("a paused file stands still, and its speed is kept", "[viewer]") {
  Screening screening;
  screening.show(two_streams());
  screening.pause();
  screening.advance(100ms);
  CHECK(screening.position() == at(1s));
  screening.set_speed(0.01);
  screening.play();
  screening.advance(100ms);
  CHECK(screening.position() == at(1001ms));
}

TEST_CASE("another source begins anew", "[viewer]") {
  Screening screening;
  screening.show(two_streams());
  screening.set_speed(4);
  screening.seek(at(2s));
  screening.show(two_streams());
  CHECK(screening.position() == at(1s));
  CHECK(screening.player().speed() == 1);
}

TEST_CASE("a unit is followed: the picture is where the time is", "[viewer]") {
  Live live;
  live.receive(5);
  CHECK(live.screening.player().is_following());
  CHECK(live.screening.position() == live.screening.player().end());
  CHECK(datagrams(live.screening) == 5);
}

TEST_CASE("a unit that is paused is held in a copy while it goes on receiving", "[viewer]") {
  Live live;
  live.receive(5);
  live.screening.pause();
  const TimePoint held = live.screening.position();
  live.receive(5);
  CHECK(live.screening.position() == held);
  CHECK(datagrams(live.screening) == 5);
  live.screening.follow();
  CHECK(datagrams(live.screening) == 10);
  CHECK(live.screening.position() > held);
}

TEST_CASE("scrubbing, stepping and slow motion hold a unit as well", "[viewer]") {
  const std::function<void(Screening&)> ways[] = {
      [](Screening& s) { s.seek(s.position() - 1ms); },
      [](Screening& s) { s.step(s.recording().streams().front()->timeline, StepBy::Sample, -1); },
      [](Screening& s) { s.set_speed(0.1); }};
  for (const auto& way : ways) {
    Live live;
    live.receive(5);
    way(live.screening);
    live.receive(5);
    CHECK(datagrams(live.screening) == 5);
    CHECK_FALSE(live.screening.player().is_following());
  }
}
