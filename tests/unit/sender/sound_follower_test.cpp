// SPDX-License-Identifier: MIT
// Sound that keeps with the light, in virtual time.
#include "sender/sound/sound_follower.hpp"

#include <algorithm>
#include <random>

#include "sender/sound/soundtrack.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::sender;
using namespace std::chrono_literals;

namespace {

/// A sound card whose clock is off, and of which the system tells its delay with an error.
struct Card {
  double ppm = 0;
  Duration jitter{0};
  Duration ahead{0};  ///< of the sound, in truth

  /// @return how far the sound was from the light, at most, in the last half of the time
  Duration play(SoundFollower& follower, Duration time) {
    constexpr Duration kBlock = 5ms;
    std::mt19937 random(1);
    Duration worst{0};
    jumps = 0;
    for (Duration at{0}; at < time; at += kBlock) {
      const double error = std::uniform_real_distribution<double>(-1, 1)(random);
      const auto told =
          ahead + Duration(static_cast<std::int64_t>(error * static_cast<double>(jitter.count())));
      const SoundFollower::Step step = follower.follow(told, kBlock);
      jumps += step.jump != 0ns ? 1 : 0;
      fastest = std::max(fastest, std::abs(step.speed - 1));
      const double speed = step.speed * (1 + ppm / 1e6);
      ahead +=
          step.jump + Duration(static_cast<std::int64_t>((speed - 1) * static_cast<double>(kBlock.count())));
      if (at > time / 2) worst = std::max<Duration>(worst, std::chrono::abs(ahead));
    }
    return worst;
  }
  int jumps = 0;
  double fastest = 0;
};

}  // namespace

TEST_CASE("sound of a card with another clock keeps with the light for hours", "[sender]") {
  const double ppm = GENERATE(-300.0, 0.0, 300.0);
  CAPTURE(ppm);
  SoundFollower follower;
  Card card{.ppm = ppm, .jitter = 2ms};
  CHECK(card.play(follower, 1h) < 500us);
  CHECK(card.jumps == 0);
  CHECK(card.fastest < 0.002);
}

TEST_CASE("sound that is a little off is brought back without a jump, slowly enough not to be heard",
          "[sender]") {
  const Duration ahead = GENERATE(Duration(-40ms), Duration(40ms));
  SoundFollower follower;
  Card card{.ahead = ahead};
  CHECK(card.play(follower, 60s) < 200us);
  CHECK(card.jumps == 0);
  CHECK(card.fastest < SoundFollower::kMostChange + 1e-9);
}

TEST_CASE("sound that is far off jumps once", "[sender]") {
  const Duration ahead = GENERATE(Duration(-2s), Duration(51ms));
  SoundFollower follower;
  Card card{.ahead = ahead};
  CHECK(card.play(follower, 10s) < 1ms);
  CHECK(card.jumps == 1);
}

TEST_CASE("sound is later or earlier than the light by the offset that is asked for", "[sender]") {
  CHECK(parse_sound_offset("20ms") == 20ms);
  CHECK(parse_sound_offset("-0.5s") == -500ms);
  CHECK(parse_sound_offset("0ms") == 0ms);
  for (const char* const text : {"", "-", "--1ms", "11s", "soon"}) CHECK_FALSE(parse_sound_offset(text));
}
