// SPDX-License-Identifier: MIT
// View sessions of files and of a unit, whose view can be held while reception continues.
#include "viewer/model/view_session.hpp"

#include <functional>
#include <thread>

#include "io/send/stream_socket.hpp"
#include "stream/send/packer.hpp"
#include "support/catch.hpp"
#include "support/test_timeout.hpp"
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

/// A unit on loopback, and a sender that sends without waiting.
class Live {
 public:
  Live() {
    auto live = std::make_unique<LiveSource>(LiveOptions{.address = 0x7F000001, .port = 0});
    net_ = io::StreamSocket::open(live->local()).value();
    view_session.listen(std::move(live));
  }

  /// Sends `count` datagrams, and waits until they are received.
  void receive(int count) {
    const std::vector<LaserSample> samples(20, {.x = 100, .g = 65535});
    for (int i = 0; i < count; ++i) REQUIRE_FALSE(net_->send(packer_.pack(samples, false)));
    net_->flush();
    sent_ += static_cast<std::uint64_t>(count);
    // A held session shows a copy; its counters go on.
    for (const auto end = std::chrono::steady_clock::now() + test::kTestTimeout;
         view_session.live()->counts().datagrams < sent_ && std::chrono::steady_clock::now() < end;)
      std::this_thread::yield();
    REQUIRE(view_session.live()->counts().datagrams == sent_);
    view_session.advance(1ms);
  }

  ViewSession view_session;

 private:
  stream::Packer packer_ = stream::Packer::create({.rate = {20'000}, .samples_per_packet = 20}).value();
  std::unique_ptr<io::StreamSocket> net_;
  std::uint64_t sent_ = 0;
};

/// Number of datagrams of the shown stream. Not of its samples, since on a busy machine late ones are not
/// played.
std::size_t datagrams(const ViewSession& view_session) {
  return view_session.recording().streams().front()->datagrams.size();
}

}  // namespace

TEST_CASE("a file is shown from its first sample, all of its streams", "[viewer]") {
  ViewSession view_session;
  CHECK_FALSE(view_session.has_source());
  view_session.show(two_streams());
  CHECK(view_session.position() == at(1s));
  CHECK(view_session.player().end() == at(2500ms));
  CHECK(view_session.streams().size() == 2);
  view_session.advance(100ms);
  CHECK(view_session.position() == at(1100ms));
  CHECK(view_session.live() == nullptr);
}

TEST_CASE("a paused file stands still, and its speed is kept", "[viewer]") {
  ViewSession view_session;
  view_session.show(two_streams());
  view_session.pause();
  view_session.advance(100ms);
  CHECK(view_session.position() == at(1s));
  view_session.set_speed(0.01);
  view_session.play();
  view_session.advance(100ms);
  CHECK(view_session.position() == at(1001ms));
}

TEST_CASE("another source begins anew", "[viewer]") {
  ViewSession view_session;
  view_session.show(two_streams());
  view_session.set_speed(4);
  view_session.seek(at(2s));
  view_session.show(two_streams());
  CHECK(view_session.position() == at(1s));
  CHECK(view_session.player().speed() == 1);
}

TEST_CASE("a unit is followed: the picture is where the time is", "[viewer]") {
  Live live;
  live.receive(5);
  CHECK(live.view_session.player().is_following());
  CHECK(live.view_session.position() == live.view_session.player().end());
  CHECK(datagrams(live.view_session) == 5);
}

TEST_CASE("a unit that is paused is held in a copy while it goes on receiving", "[viewer]") {
  Live live;
  live.receive(5);
  live.view_session.pause();
  const TimePoint held = live.view_session.position();
  live.receive(5);
  CHECK(live.view_session.position() == held);
  CHECK(datagrams(live.view_session) == 5);
  live.view_session.go_live();
  CHECK(datagrams(live.view_session) == 10);
  CHECK(live.view_session.position() > held);
}

TEST_CASE("scrubbing, stepping and slow motion hold a unit as well", "[viewer]") {
  const std::function<void(ViewSession&)> ways[] = {
      [](ViewSession& s) { s.seek(s.position() - 1ms); },
      [](ViewSession& s) { s.step(s.recording().streams().front()->timeline, StepBy::Sample, -1); },
      [](ViewSession& s) { s.set_speed(0.1); }};
  for (const auto& way : ways) {
    Live live;
    live.receive(5);
    way(live.view_session);
    live.receive(5);
    CHECK(datagrams(live.view_session) == 5);
    CHECK_FALSE(live.view_session.player().is_following());
  }
}
