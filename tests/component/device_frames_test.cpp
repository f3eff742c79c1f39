// SPDX-License-Identifier: MIT
// A device of the client layer that plays IDN frames, in virtual time: content, frame session and loop are the
// real ones.
#include "client/content/device_content.hpp"
#include "io/send/stream_loop.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/frame_session.hpp"
#include "support/session_link.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ContentSource;
using client::DeviceOptions;

namespace {

/// A device in frame mode, connected to a receiver.
struct FramesContent {
  explicit FramesContent(const DeviceOptions& wanted) : content(wanted, 200, 200) {}
  client::DeviceContent content;
};

struct FramesDevice : FramesContent, test::SessionLink<test::FrameSession> {
  explicit FramesDevice(const DeviceOptions& wanted = {.hold = 1h, .frames = client::FrameOptions{}})
      : FramesContent(wanted),
        SessionLink(config(wanted), content.light(),
                    stream::LinkConfig{.on_moved = [this] { content.on_moved(); }}) {
    content.play_frames(sender->frames(), wanted);
  }
  stream::FrameConfig config(const DeviceOptions& wanted) {
    return {.packer = {.rate = {wanted.rate}},
            .order = wanted.frames->keep_all ? stream::FrameOrder::KeepAll : stream::FrameOrder::NewestWins,
            .on_taken = [this](TimePoint due) { content.on_frame_taken(due); }};
  }
  Result<void> show(const std::vector<LaserSample>& picture) {
    if (auto fits = content.check_picture(picture); !fits) return fits;
    const auto call = content.begin_call(ContentSource::Pictures, now);
    REQUIRE(call);
    content.show(picture, now);
    return {};
  }
  void show(int x) { REQUIRE(show(std::vector<LaserSample>(200, test::lit_at(x)))); }
  void run_for(Duration time) { run(now + time); }
  bool is_dark() const { return std::ranges::all_of(seen.chunks.back().samples, &LaserSample::is_dark); }
  int drawn() const { return seen.chunks.back().samples.back().x; }
};

}  // namespace

TEST_CASE("frames are dark until their device is armed, and within a tick when it is not", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.show(1);
  device.run_for(500ms);
  CHECK(device.seen.lit() == 0);
  CHECK(device.state() == stream::ReceiverState::Playing);
  device.content.light().arm(true);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  CHECK(device.drawn() == 1);
  const auto lit = device.seen.lit();
  device.content.light().arm(false);
  device.run_for(11ms);
  CHECK(device.is_dark());
  device.run_for(3s);
  CHECK(device.seen.lit() == lit);
}

TEST_CASE("behind a blackout the picture of that time is there again", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(50ms);
  device.content.black_out(true);
  device.run_for(11ms);
  CHECK(device.is_dark());
  device.show(2);
  device.run_for(100ms);
  CHECK(device.is_dark());
  device.content.black_out(false);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  CHECK(device.drawn() == 2);
}

TEST_CASE("a dimmer acts on the next picture", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(50ms);
  device.content.set_brightness(0);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  device.show(2);
  device.run_for(50ms);
  CHECK(device.is_dark());
  CHECK(device.drawn() == 2);
}

TEST_CASE("another output acts on the next picture", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(50ms);
  client::OutputOptions output;
  output.balance = output::Brightness::all(0);
  device.content.change_output(output);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  device.show(2);
  device.run_for(50ms);
  CHECK(device.is_dark());
}

TEST_CASE("frames that nobody owns any more are dark until another picture is shown", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(50ms);
  device.content.release();
  device.run_for(11ms);
  CHECK(device.is_dark());
  device.run_for(2s);
  CHECK(device.is_dark());
  device.show(2);
  device.run_for(50ms);
  CHECK(device.drawn() == 2);
  CHECK_FALSE(device.is_dark());
}

TEST_CASE("frames go dark behind the hold time, and are disarmed where their unit has moved", "[client]") {
  FramesDevice device({.hold = 100ms, .frames = client::FrameOptions{}});
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  device.run_for(60ms);
  CHECK(device.is_dark());
  CHECK(device.content.light().holds_expired() == 1);
  device.show(2);
  device.run_for(50ms);
  CHECK_FALSE(device.is_dark());
  device.sender->on_retarget(device.now);
  CHECK_FALSE(device.content.light().is_armed());
  device.run_for(30ms);
  CHECK(device.is_dark());
}

TEST_CASE("frames that are all kept tell how long they have waited for their turn", "[client]") {
  FramesDevice device({.hold = 1h, .frames = client::FrameOptions{.keep_all = true}});
  device.now = test::kStart;
  device.content.light().arm(true);
  device.show(1);
  device.run_for(10ms);
  device.now = test::kStart + 10ms;  // run_for() stopped at a deadline before it
  device.show(2);
  device.show(3);
  device.run_for(1s);
  const DurationHistogram& waits = device.content.waits();
  CHECK(waits.count() == 3);
  CHECK(in_millis(waits.nearest_rank(0.01)) == Approx(0).margin(0.002));
  CHECK(in_millis(waits.nearest_rank(0.5)) == Approx(30).epsilon(0.008));
  CHECK(waits.longest() == 70ms);
}

TEST_CASE("the pass that a receiver repeats leads from the end of the picture to its start in the dark",
          "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  std::vector<LaserSample> line;
  for (int x = -20'000; x <= 20'000; x += 200) line.push_back(test::lit_at(x));
  REQUIRE(device.show(line));
  device.run_for(50ms);
  const auto frame = device.seen.chunks.back().samples;
  REQUIRE(frame.size() > line.size());
  const auto way = std::span(frame).first(frame.size() - line.size());
  CHECK(std::ranges::equal(std::span(frame).last(line.size()), line, {}, &LaserSample::x, &LaserSample::x));
  CHECK(std::ranges::none_of(std::span(frame).last(line.size()), &LaserSample::is_dark));
  CHECK(std::ranges::all_of(way, &LaserSample::is_dark));
  CHECK(way.front().x == 20'000);
  CHECK(way.back().x == -20'000);
  CHECK(std::ranges::is_sorted(way, std::ranges::greater{}, &LaserSample::x));
  // 0.1 ms of rest, 1 ms for the full width, 0.4 ms of rest, at 30 kHz.
  CHECK(way.size() == 1 + 3 + 19 + 12);
}

TEST_CASE("a closed figure and a single point need no move, and are lit as a whole", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  std::vector<LaserSample> zigzag;
  for (int x : {0, 1000, 2000, 1000}) zigzag.push_back(test::lit_at(x));
  for (const auto& picture : {zigzag, std::vector(1, test::lit_at(7))}) {
    REQUIRE(device.show(picture));
    device.run_for(50ms);
    const auto frame = device.seen.chunks.back().samples;
    REQUIRE(frame.size() == picture.size() + 1);
    CHECK(frame.front().is_dark());
    CHECK(frame.front().x == picture.back().x);
    CHECK(std::ranges::none_of(std::span(frame).subspan(1), &LaserSample::is_dark));
  }
}

TEST_CASE("frames have full intensity where they are lit", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  std::vector<LaserSample> picture(40, {.r = 0xFFFF});
  picture[7] = {.x = 5, .intensity = 0xFFFF};
  REQUIRE(device.show(picture));
  device.run_for(100ms);
  for (const LaserSample& sample : device.seen.chunks.back().samples)
    CHECK(sample.intensity == (sample.is_dark() ? 0 : 0xFFFF));
}

TEST_CASE("a picture that is too long for a frame is refused, and the one before stays", "[client]") {
  FramesDevice device;
  device.now = test::kStart;
  device.content.light().arm(true);
  constexpr std::size_t kMost = 25'000;  // of xyrgbi, in the 200 000 octets that OpenIDN holds
  REQUIRE(device.show(std::vector(kMost - 1, test::lit_at(5))));
  device.run_for(100ms);
  CHECK(device.seen.chunks.back().samples.size() == kMost);
  const auto refused = device.show(std::vector(kMost, test::lit_at(6)));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::BadOption);
  CHECK(refused.error().text ==
        "a frame of 25000 samples, and 1 to its start, is longer than the 25000 that receivers take");
  device.run_for(2s);
  CHECK(device.drawn() == 5);
}
