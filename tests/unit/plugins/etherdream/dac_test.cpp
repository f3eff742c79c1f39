// SPDX-License-Identifier: MIT
#include "plugins/etherdream/dac.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "unit/plugins/etherdream/paper_output.hpp"

using namespace idn;
using namespace idn::etherdream;
using namespace std::chrono_literals;

namespace {

using test::PaperOutput;
using RateChange = PaperOutput::RateChange;

struct ShownPoint {
  std::int16_t x = 0;
  std::uint16_t red = 0;
  std::uint16_t intensity = 0;
  bool changes_rate = false;
};

struct Told {
  char answer = 0;
  char command = 0;
  Status status{};
};

std::uint32_t little(std::span<const std::byte> octets, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::to_integer<std::uint32_t>(octets[at + i]) << (8 * i);
  return value;
}

Told read_answer(const std::vector<std::byte>& octets) {
  REQUIRE(octets.size() == kAnswerOctets);
  Told told{static_cast<char>(octets[0]), static_cast<char>(octets[1]), {}};
  told.status.light_engine = static_cast<LightEngine>(octets[3]);
  told.status.playback = static_cast<Playback>(octets[4]);
  told.status.light_engine_flags = static_cast<std::uint16_t>(little(octets, 6, 2));
  told.status.playback_flags = static_cast<std::uint16_t>(little(octets, 8, 2));
  told.status.buffer_fullness = static_cast<std::uint16_t>(little(octets, 12, 2));
  told.status.point_rate = little(octets, 14, 4);
  told.status.point_count = little(octets, 18, 4);
  return told;
}

/// A DAC, and the client that talks to it.
struct Talk {
  explicit Talk(Behaviour behaviour = {}, Firmware firmware = {}) : dac(firmware, behaviour, output) {}

  Told say(Command command, std::uint32_t rate = 0, ConstBytes points = {}) {
    std::vector<std::byte> answer;
    dac.execute(
        {.command = command, .octet = static_cast<std::uint8_t>(command), .rate = rate, .points = points},
        answer);
    return read_answer(answer);
  }
  char answer_to(Command command, std::uint32_t rate = 0) { return say(command, rate).answer; }

  Told send(const std::vector<ShownPoint>& points) {
    std::vector<std::byte> octets;
    const auto put = [&octets](unsigned value) {
      octets.push_back(static_cast<std::byte>(value & 0xFF));
      octets.push_back(static_cast<std::byte>(value >> 8 & 0xFF));
    };
    for (const ShownPoint& point : points) {
      put(point.changes_rate ? 0x8000 : 0);
      put(static_cast<std::uint16_t>(point.x));
      put(0);
      put(point.red);
      put(0);
      put(0);
      put(point.intensity);
      put(0);
      put(0);
    }
    return say(Command::Data, 0, octets);
  }
  Told send(std::size_t count) { return send(std::vector<ShownPoint>(count, {.red = 1})); }

  void play(std::size_t points, std::uint32_t rate = 30'000) {
    REQUIRE(answer_to(Command::Prepare) == 'a');
    REQUIRE(send(points).answer == 'a');
    REQUIRE(answer_to(Command::Begin, rate) == 'a');
  }

  /// A little later.
  void advance(Duration elapsed = std::chrono::milliseconds(2)) {
    now += elapsed;
    dac.advance(now);
  }

  PaperOutput output;
  Dac dac;
  TimePoint now{};
};

Status idle_with(std::uint16_t flags) {
  return {.playback_flags = flags};
}

}  // namespace

TEST_CASE("Ether Dream: a client is greeted as though it had asked for the status", "[plugins][etherdream]") {
  Talk talk;
  std::vector<std::byte> greeting;
  talk.dac.connect(greeting);
  const Told told = read_answer(greeting);
  CHECK(told.answer == 'a');
  CHECK(told.command == '?');
  CHECK(told.status == idle_with(0));
}

TEST_CASE("Ether Dream: points wait from prepare to begin, and leave from then on", "[plugins][etherdream]") {
  Talk talk;
  CHECK(talk.send(10).answer == 'I');
  CHECK(talk.answer_to(Command::Begin, 30'000) == 'I');
  CHECK(talk.answer_to(Command::Prepare) == 'a');
  CHECK(talk.answer_to(Command::Prepare) == 'I');
  CHECK(talk.answer_to(Command::Begin, 30'000) == 'I');  // nothing to begin with
  const Told queued = talk.send(100);
  CHECK(queued.answer == 'a');
  CHECK(queued.command == 'd');
  CHECK(queued.status.playback == Playback::Prepared);
  CHECK(queued.status.buffer_fullness == 100);
  CHECK(talk.output.shown.empty());
  const Told begun = talk.say(Command::Begin, 30'000);
  CHECK(begun.answer == 'a');
  CHECK(begun.status.playback == Playback::Playing);
  CHECK(begun.status.playback_flags == kShutterOpen);
  CHECK(begun.status.point_rate == 30'000);
  CHECK(begun.status.buffer_fullness == 100);
  CHECK(begun.status.point_count == 0);
  CHECK(talk.output.shown.size() == 100);
  CHECK(talk.output.rates == std::vector{RateChange{0, 30'000}});
  talk.output.leave(30);
  const Status later = talk.say(Command::Ping).status;
  CHECK(later.buffer_fullness == 70);
  CHECK(later.point_count == 30);
}

TEST_CASE("Ether Dream: rates are from 1 to the most that is told", "[plugins][etherdream]") {
  Talk talk({}, {.max_point_rate = 60'000});
  talk.answer_to(Command::Prepare);
  talk.send(10);
  CHECK(talk.answer_to(Command::Begin, 0) == 'I');
  CHECK(talk.answer_to(Command::Begin, 60'001) == 'I');
  CHECK(talk.answer_to(Command::QueueRate, 60'001) == 'I');
  CHECK(talk.answer_to(Command::Begin, 60'000) == 'a');
  CHECK(talk.answer_to(Command::Update, 60'001) == 'I');
  CHECK(talk.answer_to(Command::Update, 0) == 'I');
  CHECK(talk.output.rates == std::vector{RateChange{0, 60'000}});
}

TEST_CASE("Ether Dream: the buffer takes what it says, and no part of what is more", "[plugins][etherdream]") {
  Talk talk;
  talk.answer_to(Command::Prepare);
  CHECK(talk.send(1800).answer == 'F');
  CHECK(talk.send(1799).answer == 'a');
  CHECK(talk.send(1).answer == 'F');
  CHECK(talk.send(0).answer == 'a');
  CHECK(talk.say(Command::Ping).status.buffer_fullness == 1799);
}

TEST_CASE("Ether Dream: while it plays a client may be early by 4 ms, and is not told so",
          "[plugins][etherdream]") {
  Talk talk;
  talk.play(1799, 30'000);
  CHECK(talk.send(121).answer == 'F');
  CHECK(talk.send(120).answer == 'a');
  CHECK(talk.say(Command::Ping).status.buffer_fullness == 1799);
}

TEST_CASE("Ether Dream: what the output does not take at once counts as buffered, and follows",
          "[plugins][etherdream]") {
  Talk talk;
  talk.output.room = 50;
  talk.play(120);
  CHECK(talk.output.shown.size() == 50);
  CHECK(talk.say(Command::Ping).status.buffer_fullness == 120);
  talk.output.leave(40);
  talk.advance();
  CHECK(talk.output.shown.size() == 90);
  CHECK(talk.say(Command::Ping).status.buffer_fullness == 80);
  CHECK(talk.say(Command::Ping).status.point_count == 40);
}

TEST_CASE("Ether Dream: an empty buffer is dark, idle, and told", "[plugins][etherdream]") {
  Talk talk;
  talk.play(10);
  talk.output.leave(9);
  talk.advance(1s);
  CHECK(talk.dac.is_playing());
  talk.output.leave(1);
  talk.advance();
  talk.advance(99ms);
  CHECK(talk.dac.is_playing());
  talk.advance(1ms);
  CHECK_FALSE(talk.dac.is_playing());
  CHECK(talk.output.stops == 1);
  CHECK(talk.dac.underruns() == 1);
  const Told told = talk.say(Command::Ping);
  CHECK(told.status.playback == Playback::Idle);
  CHECK(told.status.playback_flags == kUnderflow);  // exactly: clients compare it as a whole
  CHECK(talk.send(10).answer == 'I');
  const Told prepared = talk.say(Command::Prepare);
  CHECK(prepared.answer == 'a');
  CHECK(prepared.status.playback_flags == 0);
  CHECK(prepared.status.point_count == 0);
}

TEST_CASE("Ether Dream: a client that is late by less than is borne with goes on", "[plugins][etherdream]") {
  Talk talk({.underrun_after = 20ms});
  for (int i = 0; i < 3; ++i) {
    if (i == 0) talk.play(10);
    if (i > 0) CHECK(talk.send(10).answer == 'a');
    talk.advance();
    talk.output.leave(10);
    talk.advance();
    talk.advance(19ms);
    CHECK(talk.dac.is_playing());
  }
  CHECK(talk.dac.underruns() == 0);
  CHECK(talk.output.shown.size() == 30);
  talk.advance(1ms);
  CHECK(talk.dac.underruns() == 1);
}

TEST_CASE("Ether Dream: stop drops what waits", "[plugins][etherdream]") {
  Talk talk;
  CHECK(talk.answer_to(Command::Stop) == 'I');
  talk.output.room = 5;
  talk.play(10);
  const Told stopped = talk.say(Command::Stop);
  CHECK(stopped.answer == 'a');
  CHECK(stopped.status.playback == Playback::Idle);
  CHECK(stopped.status.buffer_fullness == 0);
  CHECK(talk.output.stops == 1);
  talk.output.room = 100;
  talk.play(3);
  CHECK(talk.output.shown.size() == 5 + 3);
}

TEST_CASE("Ether Dream: an emergency stop holds until it is cleared", "[plugins][etherdream]") {
  const auto command = GENERATE(Command::EmergencyStop, Command::EmergencyStopAlso);
  Talk talk;
  CHECK(talk.answer_to(Command::ClearEmergencyStop) == 'I');
  talk.play(10);
  const Told stopped = talk.say(command);
  CHECK(stopped.answer == 'a');
  CHECK(stopped.status.light_engine == LightEngine::EmergencyStop);
  CHECK(stopped.status.light_engine_flags == kStoppedByCommand);
  CHECK(stopped.status.playback == Playback::Idle);
  CHECK(stopped.status.playback_flags == kEmergencyStopped);
  CHECK(talk.output.aborts == 1);
  CHECK(talk.answer_to(Command::Prepare) == 'I');
  CHECK(talk.answer_to(command) == 'a');
  const Told cleared = talk.say(Command::ClearEmergencyStop);
  CHECK(cleared.answer == 'a');
  CHECK(cleared.status.light_engine == LightEngine::Ready);
  CHECK(cleared.status.light_engine_flags == 0);
  talk.play(10);
}

TEST_CASE("Ether Dream: the next client finds an emergency stop only where it is to be kept",
          "[plugins][etherdream]") {
  const bool keep = GENERATE(false, true);
  Talk talk({.keep_emergency_stop = keep});
  talk.play(10);
  talk.answer_to(Command::EmergencyStopAlso);
  talk.dac.disconnect();
  std::vector<std::byte> greeting;
  talk.dac.connect(greeting);
  const auto found = read_answer(greeting).status.light_engine;
  CHECK(found == (keep ? LightEngine::EmergencyStop : LightEngine::Ready));
  CHECK(talk.answer_to(Command::Prepare) == (keep ? 'I' : 'a'));
}

TEST_CASE("Ether Dream: an unknown command is an emergency stop", "[plugins][etherdream]") {
  Talk talk;
  talk.play(10);
  std::vector<std::byte> answer;
  talk.dac.refuse('x', answer);
  const Told told = read_answer(answer);
  CHECK(told.answer == 'I');
  CHECK(told.command == 'x');
  CHECK(told.status.light_engine == LightEngine::EmergencyStop);
  CHECK(talk.output.aborts == 1);
}

TEST_CASE("Ether Dream: it is dark when the client is gone", "[plugins][etherdream]") {
  Talk talk;
  talk.play(10);
  talk.dac.disconnect();
  CHECK(talk.output.stops == 1);
  CHECK(talk.dac.status().playback == Playback::Idle);
}

TEST_CASE("Ether Dream: queued rates are changed to at the points that ask for it", "[plugins][etherdream]") {
  Talk talk;
  CHECK(talk.answer_to(Command::QueueRate, 50'000) == 'I');
  talk.answer_to(Command::Prepare);
  CHECK(talk.say(Command::QueueRate, 50'000).command == 'q');
  CHECK(talk.say(Command::QueueRateAsT, 20'000).command == 't');
  talk.send({{.x = 0}, {.x = 1, .changes_rate = true}, {.x = 2}, {.x = 3, .changes_rate = true}});
  talk.answer_to(Command::Begin, 30'000);
  talk.send({{.x = 4, .changes_rate = true}});  // there is none left
  CHECK(talk.output.rates == std::vector<RateChange>{{0, 30'000}, {1, 50'000}, {3, 20'000}});
  CHECK(talk.output.shown.size() == 5);
  CHECK(talk.say(Command::Ping).status.point_rate == 20'000);
}

TEST_CASE("Ether Dream: a rate waits for the one before it, and points for the rate", "[plugins][etherdream]") {
  Talk talk;
  talk.answer_to(Command::Prepare);
  talk.answer_to(Command::QueueRate, 50'000);
  talk.output.rate_reached = false;
  talk.send({{.x = 0}, {.x = 1, .changes_rate = true}, {.x = 2}});
  talk.answer_to(Command::Begin, 30'000);
  CHECK(talk.output.shown.size() == 1);
  CHECK(talk.say(Command::Ping).status.buffer_fullness == 3);
  const int writes = talk.output.writes;
  talk.output.leave(1);
  talk.advance();
  CHECK(talk.dac.is_playing());
  CHECK(talk.output.writes > writes);  // or the hold time would be over
  talk.output.rate_reached = true;
  talk.advance();
  CHECK(talk.output.rates == std::vector<RateChange>{{0, 30'000}, {1, 50'000}});
  CHECK(talk.output.shown.size() == 3);
}

TEST_CASE("Ether Dream: an update changes the rate of what has not been handed on", "[plugins][etherdream]") {
  Talk talk;
  CHECK(talk.answer_to(Command::Update, 40'000) == 'I');
  talk.play(10);
  const Told updated = talk.say(Command::Update, 40'000);
  CHECK(updated.answer == 'a');
  CHECK(updated.status.point_rate == 40'000);
  talk.send(1);
  CHECK(talk.output.rates == std::vector<RateChange>{{0, 30'000}, {10, 40'000}});
}

TEST_CASE("Ether Dream: no more than 64 rates wait", "[plugins][etherdream]") {
  Talk talk;
  talk.answer_to(Command::Prepare);
  for (std::size_t i = 0; i < Dac::kMostQueuedRates; ++i)
    REQUIRE(talk.answer_to(Command::QueueRate, 30'000) == 'a');
  CHECK(talk.answer_to(Command::QueueRate, 30'000) == 'F');
}

TEST_CASE("Ether Dream: colours are as they come, or dimmed by the intensity", "[plugins][etherdream]") {
  const bool dims = GENERATE(false, true);
  Talk talk({.use_intensity = dims});
  talk.answer_to(Command::Prepare);
  talk.send({{.red = 0xFFFF, .intensity = 0x8000}, {.red = 0xFFFF, .intensity = 0}, {.red = 0}});
  talk.answer_to(Command::Begin, 30'000);
  REQUIRE(talk.output.shown.size() == 3);
  CHECK(talk.output.shown[0].r == (dims ? 0x8000 : 0xFFFF));
  CHECK(talk.output.shown[0].intensity == 0xFFFF);
  CHECK(talk.output.shown[1].r == (dims ? 0 : 0xFFFF));
  CHECK(talk.output.shown[1].intensity == (dims ? 0 : 0xFFFF));
  CHECK(talk.output.shown[2].intensity == 0);
}

TEST_CASE("Ether Dream: whatever a client says, in whatever order, the buffer stays within its size",
          "[plugins][etherdream]") {
  Talk talk;
  std::uint32_t seed = 1;
  const auto draw = [&seed](std::uint32_t below) {
    seed = seed * 1'664'525 + 1'013'904'223;
    return (seed >> 8) % below;
  };
  constexpr Command kCommands[]{
      Command::Prepare, Command::Begin,         Command::Update, Command::QueueRate,
      Command::Stop,    Command::EmergencyStop, Command::Ping,   Command::ClearEmergencyStop};
  for (int i = 0; i < test::repeats(20'000, 2'000); ++i) {
    if (const auto which = draw(20); which < 8)
      talk.say(kCommands[which], draw(120'000));
    else
      talk.send({draw(700), {.red = 1, .changes_rate = draw(2) == 0}});
    if (draw(4) == 0) talk.advance();
    talk.output.leave(draw(500));
    talk.output.room = draw(3000);
    const Status status = talk.dac.status();
    REQUIRE(status.buffer_fullness <= 1799);
    REQUIRE((status.light_engine == LightEngine::Ready || status.playback == Playback::Idle));
  }
}
