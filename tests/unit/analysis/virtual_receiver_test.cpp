// SPDX-License-Identifier: MIT
#include "idn/analysis/virtual_receiver.hpp"

#include "support/catch.hpp"

namespace idn::analysis {
namespace {

using namespace std::chrono_literals;

constexpr Duration kEpoch = 1000h;

/// Chunks of 1 ms; media time begins at 5 s.
struct Playback {
  explicit Playback(const ReceiverBuffer& buffer, std::int64_t clock_error_ppb = 0,
                    LateDatagramPolicy late = LateDatagramPolicy::Play)
      : receiver(buffer, clock_error_ppb, late) {}

  Duration take(Duration arrival, std::chrono::microseconds media, bool follows_loss = false) {
    return receiver.add({kEpoch + arrival, 5s + media, 1ms, follows_loss});
  }
  /// A chunk whose number is lower than one before.
  Duration take_late(Duration arrival, std::chrono::microseconds media) {
    return receiver.add({kEpoch + arrival, 5s + media, 1ms, false, true});
  }
  /// One chunk per millisecond, those from `first` up to `last`, not included.
  void take_regular(int first, int last) {
    for (int i = first; i < last; ++i) take(i * 1ms, i * 1ms);
  }
  const Underrun& only_underrun() {
    receiver.finish();
    REQUIRE(receiver.underruns().size() == 1);
    return receiver.underruns().front();
  }

  VirtualReceiver receiver;
};

bool is_flawless(const VirtualReceiver& receiver) {
  return receiver.underruns().empty() && receiver.overruns().empty();
}

TEST_CASE("a stream that keeps its time plays from the first chunk to the last", "[analysis]") {
  Playback playback({.target = 5ms});
  CHECK_FALSE(playback.receiver.level().has_value());
  playback.take_regular(0, 100);
  playback.receiver.finish();
  CHECK(is_flawless(playback.receiver));
  CHECK(playback.receiver.totals().received == 100ms);
  CHECK(playback.receiver.totals().played == 100ms);
  CHECK(playback.receiver.level()->min == 5ms);
  CHECK(playback.receiver.level()->max == 5ms);
  CHECK(playback.receiver.level()->mean == 5ms);
}

TEST_CASE("a stall as long as the target is not seen, a longer one is dark by the difference", "[analysis]") {
  Playback playback({.target = 20ms});
  playback.take_regular(0, 100);
  const bool is_longer = GENERATE(false, true);
  // Chunk 100 is due at 120 ms; it and all that are overdue arrive at once.
  const Duration back = is_longer ? 127ms + 300us : 120ms;
  for (int i = 100; i <= 127; ++i) playback.take(back, i * 1ms);
  if (!is_longer) {
    playback.receiver.finish();
    CHECK(is_flawless(playback.receiver));
    CHECK(playback.receiver.level()->min == 0ms);
    return;
  }
  // 7 chunks are too late, the 8th by 0.3 of its 1 ms.
  const Underrun& dark = playback.only_underrun();
  CHECK(dark.start == kEpoch + 120ms);
  CHECK(dark.length == 7300us);
  CHECK(dark.cause == DarkCause::Late);
  CHECK(playback.receiver.totals().late == 7300us);
  CHECK(playback.receiver.totals().played == 128ms - 7300us);
  CHECK(playback.receiver.totals().restarts == 0);
  CHECK(playback.receiver.overruns().empty());
}

TEST_CASE("after more darkness than its target the receiver starts again", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 50);
  // Dark from 55 ms on. A chunk at 60 ms is still on the old axis; one nanosecond later a new axis begins.
  const bool is_given_up = GENERATE(false, true);
  playback.take(60ms + (is_given_up ? 1ns : 0ns), 59ms);
  const Underrun& dark = playback.only_underrun();
  CHECK(dark.start == kEpoch + 55ms);
  CHECK(dark.length == (is_given_up ? 10ms + 1ns : 9ms));
  CHECK(playback.receiver.totals().restarts == (is_given_up ? 1 : 0));
}

TEST_CASE("a stall with a burst after it overruns a receiver that had to start again", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 50);
  // 40 chunks at 90 ms: the first is shown at 95 ms, and the 7th is the first with more than 10 ms ahead.
  for (int i = 50; i < 90; ++i) playback.take(90ms, i * 1ms);
  REQUIRE(playback.receiver.overruns().size() == 6);
  // 6 chunks are queued from 95 ms on; 6 ms earlier the first would be shown at 89 ms, before the current time.
  CHECK(playback.receiver.overruns()[0].moment == kEpoch + 90ms);
  CHECK(playback.receiver.overruns()[0].dropped == 1ms);
  CHECK(playback.receiver.overruns()[1].dropped == 6ms);
  const Underrun& dark = playback.only_underrun();
  CHECK(dark.start == kEpoch + 55ms);
  CHECK(dark.length == 35ms);
  CHECK(dark.cause == DarkCause::Late);
  // 1 and five times 6 ms of the 40 are dropped.
  CHECK(playback.receiver.totals().overrun == 31ms);
  CHECK(playback.receiver.totals().played == 50ms + 9ms);
}

TEST_CASE("a chunk that is early by all the room above the target fits, a nanosecond more does not",
          "[analysis]") {
  const Duration early = GENERATE(as<Duration>{}, 3ms, 3ms + 1ns);
  Playback playback({.target = 5ms, .capacity = 8ms});
  playback.take_regular(0, 50);
  CHECK(playback.take(50ms, 50ms) == 5ms);
  playback.take(54ms - early, 51ms);
  playback.take(54ms - early, 52ms);
  playback.take(54ms - early, 53ms);
  CHECK(playback.take(54ms - early, 54ms) == 5ms + early);
  playback.receiver.finish();
  CHECK(playback.receiver.underruns().empty());
  if (early == 3ms) {
    CHECK(playback.receiver.overruns().empty());
    return;
  }
  REQUIRE(playback.receiver.overruns().size() == 1);
  CHECK(playback.receiver.overruns()[0].moment == kEpoch + 51ms - 1ns);
  CHECK(playback.receiver.overruns()[0].dropped == 3ms + 1ns);
}

TEST_CASE("what is left out is a gap or a loss", "[analysis]") {
  const bool is_lost = GENERATE(false, true);
  Playback playback({.target = 5ms});
  playback.take_regular(0, 10);
  playback.take(12ms, 12ms, is_lost);
  const Underrun& dark = playback.only_underrun();
  CHECK(dark.start == kEpoch + 15ms);
  CHECK(dark.length == 2ms);
  CHECK(dark.cause == (is_lost ? DarkCause::Lost : DarkCause::Gap));
  CHECK(to_string(dark.cause) == (is_lost ? "lost" : "gap in media time"));
  CHECK(playback.receiver.totals().restarts == 0);
}

TEST_CASE("chunks out of order are put in order while there is time", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 10);
  playback.take(12ms, 12ms, true);
  SECTION("in time") {
    playback.take_late(13ms, 11ms);
    playback.take_late(15ms, 10ms);
    playback.receiver.finish();
    CHECK(is_flawless(playback.receiver));
    CHECK(playback.receiver.totals().played == 13ms);
  }
  SECTION("one of two, half of it too late") {
    playback.take_late(15ms + 500us, 10ms);
    playback.receiver.finish();
    REQUIRE(playback.receiver.underruns().size() == 2);
    CHECK(playback.receiver.underruns()[0].length == 500us);
    CHECK(playback.receiver.underruns()[0].cause == DarkCause::Late);
    CHECK(playback.receiver.underruns()[1].start == kEpoch + 16ms);
    CHECK(playback.receiver.underruns()[1].cause == DarkCause::Lost);
  }
  SECTION("wholly too late, before the light comes back") {
    playback.take_late(16ms + 500us, 10ms);
    CHECK(playback.only_underrun().cause == DarkCause::Late);
    CHECK(playback.receiver.totals().late == 1ms);
  }
  SECTION("wholly too late, after the light came back") {
    playback.take_late(17ms + 500us, 10ms);
    CHECK(playback.only_underrun().cause == DarkCause::Late);
    CHECK(playback.receiver.totals().late == 1ms);
    CHECK(playback.receiver.totals().repeated == 0ms);
  }
}

TEST_CASE("a receiver that drops late chunks shows none out of order, and calls the dark late", "[analysis]") {
  Playback playback({.target = 5ms}, 0, LateDatagramPolicy::Drop);
  playback.take_regular(0, 10);
  playback.take(12ms, 12ms, true);  // 10 and 11 are missing
  const auto& totals = playback.receiver.totals();
  SECTION("in time") {
    playback.take_late(13ms, 11ms);
    const Underrun& dark = playback.only_underrun();
    CHECK(dark.start == kEpoch + 15ms);
    CHECK(dark.length == 2ms);
    CHECK(dark.cause == DarkCause::Late);
    CHECK(totals.late == 1ms);
    CHECK(totals.received == 12ms);
  }
  SECTION("when it is dark already") {
    playback.take_late(15ms + 500us, 10ms);
    CHECK(playback.only_underrun().cause == DarkCause::Late);
    CHECK(totals.late == 1ms);
  }
  SECTION("after the light came back") {
    playback.take_late(17ms + 500us, 10ms);
    CHECK(playback.only_underrun().cause == DarkCause::Late);
    CHECK(totals.underruns_late == 1);
    CHECK(totals.underruns_lost == 0);
  }
  SECTION("a second later, as its number tells") {
    for (int i = 13; i < 1010; ++i) playback.take(i * 1ms, i * 1ms);
    playback.take_late(1010ms, 10ms);
    for (int i = 1010; i < 1020; ++i) playback.take(i * 1ms, i * 1ms);
    CHECK(playback.only_underrun().cause == DarkCause::Late);
    CHECK(totals.restarts == 0);
    CHECK(totals.late_chunks == 1);
  }
  SECTION("and what comes twice is neither late nor lost") {
    playback.take_late(13ms, 9ms);
    CHECK(playback.only_underrun().cause == DarkCause::Lost);
    CHECK(totals.repeated == 1ms);
    CHECK(totals.late_chunks == 0);
  }
  CHECK(totals.played + totals.late + totals.repeated == totals.received);
}

TEST_CASE("a chunk whose number is late is dropped even where its place is free", "[analysis]") {
  // The later number belongs to another channel of the session.
  Playback playback({.target = 5ms}, 0, LateDatagramPolicy::Drop);
  playback.take_regular(0, 10);
  playback.take_late(10ms, 10ms);
  playback.take_regular(11, 20);
  CHECK(playback.only_underrun().cause == DarkCause::Late);
  CHECK(playback.receiver.totals().dark == 1ms);
}

TEST_CASE("after a finish what comes begins anew, and the dark between is no underrun", "[analysis]") {
  Playback playback({.target = 5ms}, 100'000);
  playback.take_regular(0, 10);
  playback.receiver.finish();
  playback.take_regular(2000, 2010);
  playback.receiver.finish();
  CHECK(is_flawless(playback.receiver));
  CHECK(playback.receiver.totals().played == 20ms);
  CHECK(playback.receiver.totals().restarts == 0);
}

TEST_CASE("a receiver that keeps few faults counts them all", "[analysis]") {
  VirtualReceiver receiver({.target = 5ms}, 0, LateDatagramPolicy::Drop, 8);
  // Every other chunk is missing. Two of these arrive at the end, too late; the first one counts as late, not
  // lost.
  for (int i = 0; i < 100; ++i) receiver.add({kEpoch + i * 2ms, i * 2ms, 1ms, true});
  receiver.add({kEpoch + 198ms, 189ms, 1ms, false, true});
  receiver.add({kEpoch + 198ms, 1ms, 1ms, false, true});  // its gap is no longer stored
  receiver.finish();
  CHECK(receiver.underruns().size() <= 8);
  CHECK(receiver.underruns().size() >= 4);
  CHECK(receiver.totals().underruns() == 99);
  CHECK(receiver.totals().underruns_late == 1);
  CHECK(receiver.totals().dark == 99ms);
}

TEST_CASE("what comes twice is shown once and is no lateness", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 10);
  const Duration arrival = GENERATE(as<Duration>{}, 9ms, 14ms + 500us, 16ms);
  playback.take_late(arrival, 9ms);
  playback.receiver.finish();
  // At 16 ms the duplicate arrives after the original was shown and the output has ended.
  CHECK(is_flawless(playback.receiver));
  CHECK(playback.receiver.totals().played == 10ms);
  CHECK(playback.receiver.totals().repeated + playback.receiver.totals().late == 1ms);
  CHECK(playback.receiver.totals().late == 0ms);
}

TEST_CASE("steps of up to two microseconds are rounding", "[analysis]") {
  const auto step = GENERATE(-3us, -2us, 2us, 3us);
  Playback playback({.target = 5ms});
  playback.take(0ms, 0ms);
  playback.take(1ms, 1ms + step);
  playback.receiver.finish();
  CHECK(playback.receiver.totals().dark == (step == 3us ? 3us : 0us));
  CHECK(playback.receiver.totals().repeated == (step == -3us ? 3us : 0us));
  CHECK(playback.receiver.totals().played == 2ms + (step == 3us ? 0us : step));
}

TEST_CASE("a step of media time of more than half a second is another time axis", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 10);
  const auto step = GENERATE(as<std::chrono::microseconds>{}, 700ms, -700ms, 24h * 365 * 50);
  playback.take(10ms, 10ms + step);
  playback.take(11ms, 11ms + step);
  playback.receiver.finish();
  CHECK(is_flawless(playback.receiver));
  CHECK(playback.receiver.totals().played == 12ms);
  CHECK(playback.receiver.totals().restarts == 1);
}

TEST_CASE("a timestamp that steps back by more than its chunk is another time axis, by less a repetition",
          "[analysis]") {
  Playback playback({.target = 5ms}, 0, GENERATE(LateDatagramPolicy::Play, LateDatagramPolicy::Drop));
  playback.take_regular(0, 10);
  SECTION("more") {
    playback.take(10ms, 9ms - 1us);
    playback.take(11ms, 10ms - 1us);
    CHECK(playback.receiver.totals().restarts == 1);
    playback.receiver.finish();
    CHECK(is_flawless(playback.receiver));
    CHECK(playback.receiver.totals().played == 12ms);
  }
  SECTION("not more") {
    playback.take(10ms, 9ms);
    playback.take(11ms, 10ms);
    CHECK(playback.receiver.totals().restarts == 0);
    playback.receiver.finish();
    CHECK(playback.receiver.totals().repeated == 1ms);
    CHECK(playback.receiver.totals().played == 11ms);
  }
}

TEST_CASE("a sender that goes on after its pause leaves a gap of that length", "[analysis]") {
  Playback playback({.target = 5ms});
  playback.take_regular(0, 10);
  playback.take_regular(110, 120);
  const Underrun& dark = playback.only_underrun();
  CHECK(dark.length == 100ms);
  CHECK(dark.cause == DarkCause::Gap);
}

TEST_CASE("a clock of 100 ppm empties 5 ms in 50 s, or fills them", "[analysis]") {
  const std::int64_t error_ppb = GENERATE(100'000, -100'000);
  Playback playback({.target = 5ms}, error_ppb);
  // At chunk i the error of the receiver's clock is i * 0.1 us: exactly 5 ms at chunk 50'000, more at the next
  // one.
  playback.take_regular(0, 50'001);
  CHECK(is_flawless(playback.receiver));
  playback.take(50'001ms, 50'001ms);
  playback.take(50'002ms, 50'002ms);
  playback.receiver.finish();
  if (error_ppb > 0) {
    REQUIRE(playback.receiver.underruns().size() == 2);
    CHECK(playback.receiver.underruns()[0].length == 100ns);
    CHECK(playback.receiver.underruns()[0].cause == DarkCause::Late);
    // The end of the previous chunk, at 50'006 ms of the receiver's clock: 100 ns / 1.0001 earlier.
    CHECK(playback.receiver.underruns()[0].start == kEpoch + 50'001ms - 99ns);
    CHECK(playback.receiver.overruns().empty());
  } else {
    CHECK(playback.receiver.underruns().empty());
    REQUIRE(playback.receiver.overruns().size() == 1);
    CHECK(playback.receiver.overruns()[0].moment == kEpoch + 50'001ms);
    CHECK(playback.receiver.overruns()[0].dropped == 5ms + 100ns);
  }
}

TEST_CASE("a drifting clock and the moments of its readings belong together after ten years", "[analysis]") {
  const std::int64_t ppb = GENERATE(as<std::int64_t>{}, 100'000, -100'000, 10'000'000, -1);
  const DriftingClock clock(kEpoch, ppb);
  const Duration later = kEpoch + 24h * 3650 + 123'456'789ns;
  const Duration off = clock.moment(clock.reading(later)) - later;
  CHECK(std::chrono::abs(off) <= 1ns);
  CHECK(clock.reading(kEpoch) == kEpoch);
  CHECK(DriftingClock(kEpoch, 100'000).reading(kEpoch + 24h) - kEpoch == 24h + 8640ms);
}

TEST_CASE("the smallest buffer is the start delay and twice the long-term jitter", "[analysis]") {
  // Lateness against the first chunk: 0, +300, -100 us.
  const std::vector<ArrivedChunk> stream{
      {kEpoch, 0us, 1ms}, {kEpoch + 1300us, 1ms, 1ms}, {kEpoch + 1900us, 2ms, 1ms}};
  const ReceiverBuffer smallest = smallest_buffer(stream);
  CHECK(smallest.target == 300us);
  CHECK(smallest.capacity == 400us);
  CHECK(smallest_buffer({}).capacity == 0ns);
}

TEST_CASE("chunks without display time are ignored", "[analysis]") {
  VirtualReceiver receiver({.target = 5ms});
  receiver.add({kEpoch, 0us, 0us});
  receiver.add({kEpoch, 0us, -5us});
  receiver.finish();
  CHECK(receiver.totals().received == 0ns);
  CHECK_FALSE(receiver.level().has_value());
}

}  // namespace
}  // namespace idn::analysis
