// SPDX-License-Identifier: MIT
#include "plugins/etherdream/dac.hpp"

#include <cstring>

#include "support/catch.hpp"
#include "support/repeats.hpp"
#include "unit/plugins/etherdream/fake_output.hpp"

using namespace idn;
using namespace idn::etherdream;
using namespace std::chrono_literals;

namespace {

using test::FakeOutput;
using RateChange = FakeOutput::RateChange;

struct ShownPoint {
  std::int16_t x = 0;
  std::uint16_t red = 0;
  std::uint16_t intensity = 0;
  bool changes_rate = false;
};

struct Reply {
  char answer = 0;
  char command = 0;
  DacStatus status{};
};

std::uint32_t little_endian(std::span<const std::byte> octets, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::to_integer<std::uint32_t>(octets[at + i]) << (8 * i);
  return value;
}

Reply read_answer(const std::vector<std::byte>& octets) {
  REQUIRE(octets.size() == kAnswerOctets);
  Reply reply{static_cast<char>(octets[0]), static_cast<char>(octets[1]), {}};
  reply.status.light_engine = static_cast<LightEngine>(octets[3]);
  reply.status.playback = static_cast<DacPlayback>(octets[4]);
  reply.status.light_engine_flags = static_cast<std::uint16_t>(little_endian(octets, 6, 2));
  reply.status.playback_flags = static_cast<std::uint16_t>(little_endian(octets, 8, 2));
  reply.status.buffer_fullness = static_cast<std::uint16_t>(little_endian(octets, 12, 2));
  reply.status.point_rate = little_endian(octets, 14, 4);
  reply.status.point_count = little_endian(octets, 18, 4);
  return reply;
}

/// A client, and the DAC to which it is connected.
struct ConnectedClient {
  explicit ConnectedClient(Behaviour behaviour = {}, Firmware firmware = {})
      : dac(firmware, behaviour, output) {}

  Reply execute(DacCommand command, std::uint32_t rate = 0, ConstBytes points = {}) {
    std::vector<std::byte> answer;
    dac.execute(
        {.command = command, .octet = static_cast<std::uint8_t>(command), .rate = rate, .points = points},
        answer);
    return read_answer(answer);
  }
  char answer_to(DacCommand command, std::uint32_t rate = 0) { return execute(command, rate).answer; }

  Reply send(const std::vector<ShownPoint>& points) {
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
    return execute(DacCommand::Data, 0, octets);
  }
  Reply send(std::size_t count) { return send(std::vector<ShownPoint>(count, {.red = 1})); }

  void play(std::size_t points, std::uint32_t rate = 30'000) {
    REQUIRE(answer_to(DacCommand::Prepare) == 'a');
    REQUIRE(send(points).answer == 'a');
    REQUIRE(answer_to(DacCommand::Begin, rate) == 'a');
  }

  /// Advances the time.
  void advance(Duration elapsed = std::chrono::milliseconds(2)) {
    now += elapsed;
    dac.advance(now);
  }

  FakeOutput output;
  Dac dac;
  TimePoint now{};
};

DacStatus idle_with(std::uint16_t flags) {
  return {.playback_flags = flags};
}

}  // namespace

TEST_CASE("Ether Dream: a client is greeted as though it had asked for the status", "[plugins][etherdream]") {
  ConnectedClient client;
  std::vector<std::byte> greeting;
  client.dac.connect(greeting);
  const Reply reply = read_answer(greeting);
  CHECK(reply.answer == 'a');
  CHECK(reply.command == '?');
  CHECK(reply.status == idle_with(0));
}

TEST_CASE("Ether Dream: points wait from prepare to begin, and leave from then on", "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.send(10).answer == 'I');
  CHECK(client.answer_to(DacCommand::Prepare) == 'a');
  CHECK(client.answer_to(DacCommand::Prepare) == 'I');
  const Reply queued = client.send(100);
  CHECK(queued.answer == 'a');
  CHECK(queued.command == 'd');
  CHECK(queued.status.playback == DacPlayback::Prepared);
  CHECK(queued.status.buffer_fullness == 100);
  CHECK(queued.status.point_rate == 0);
  CHECK(client.output.shown.empty());
  const Reply begun = client.execute(DacCommand::Begin, 30'000);
  CHECK(begun.answer == 'a');
  CHECK(begun.status.playback == DacPlayback::Playing);
  CHECK(begun.status.playback_flags == kShutterOpen);
  CHECK(begun.status.point_rate == 30'000);
  CHECK(begun.status.buffer_fullness == 100);
  CHECK(begun.status.point_count == 0);
  CHECK(client.output.shown.size() == 100);
  CHECK(client.output.rates == std::vector{RateChange{0, 30'000}});
  client.output.mark_sent(30);
  const DacStatus later = client.execute(DacCommand::Ping).status;
  CHECK(later.buffer_fullness == 70);
  CHECK(later.point_count == 30);
}

TEST_CASE("Ether Dream: begin is acknowledged where there is nothing to begin, as by the original",
          "[plugins][etherdream]") {
  ConnectedClient client;
  const Reply idle = client.execute(DacCommand::Begin, 30'000);
  CHECK(idle.answer == 'a');
  CHECK(idle.status == idle_with(0));
  client.answer_to(DacCommand::Prepare);
  const Reply empty = client.execute(DacCommand::Begin, 20'000);
  CHECK(empty.answer == 'a');
  CHECK(empty.status.playback == DacPlayback::Playing);
  client.send(10);
  CHECK(client.execute(DacCommand::Begin, 40'000).status.point_rate == 40'000);
  client.send(10);
  CHECK(client.output.rates == std::vector<RateChange>{{0, 20'000}, {10, 40'000}});
}

TEST_CASE("Ether Dream: an empty beginning ends as an underrun", "[plugins][etherdream]") {
  ConnectedClient client;
  client.answer_to(DacCommand::Prepare);
  client.answer_to(DacCommand::Begin, 30'000);
  client.advance();
  client.advance(100ms);
  CHECK(client.execute(DacCommand::Ping).status == idle_with(kUnderflow));
}

TEST_CASE("Ether Dream: rates are from 1 to the most that is told", "[plugins][etherdream]") {
  ConnectedClient client({}, {.max_point_rate = 60'000});
  client.answer_to(DacCommand::Prepare);
  client.send(10);
  CHECK(client.answer_to(DacCommand::Begin, 0) == 'I');
  CHECK(client.answer_to(DacCommand::Begin, 60'001) == 'I');
  CHECK(client.answer_to(DacCommand::QueueRate, 60'001) == 'I');
  CHECK(client.answer_to(DacCommand::Begin, 60'000) == 'a');
  CHECK(client.answer_to(DacCommand::Update, 60'001) == 'I');
  CHECK(client.answer_to(DacCommand::Update, 0) == 'I');
  CHECK(client.output.rates == std::vector{RateChange{0, 60'000}});
}

TEST_CASE("Ether Dream: of points that are too many the buffer takes those that fit", "[plugins][etherdream]") {
  ConnectedClient client;
  client.answer_to(DacCommand::Prepare);
  CHECK(client.send(1797).answer == 'a');
  const Reply refused = client.send({{.x = 1}, {.x = 2}, {.x = 3, .changes_rate = true}});
  CHECK(refused.answer == 'I');
  CHECK(refused.status.buffer_fullness == 1799);
  CHECK(client.send(1).answer == 'I');
  CHECK(client.send(0).answer == 'a');
  client.answer_to(DacCommand::QueueRate, 50'000);
  client.answer_to(DacCommand::Begin, 30'000);
  REQUIRE(client.output.shown.size() == 1799);
  CHECK(client.output.shown.back().x == 2);
  CHECK(client.output.rates == std::vector{RateChange{0, 30'000}});
}

TEST_CASE("Ether Dream: while it plays a client may be early by 4 ms, and is not told so",
          "[plugins][etherdream]") {
  ConnectedClient client;
  client.play(1799, 30'000);
  CHECK(client.send(120).answer == 'a');
  CHECK(client.send(1).answer == 'I');
  CHECK(client.execute(DacCommand::Ping).status.buffer_fullness == 1799);
}

TEST_CASE("Ether Dream: needs points while it plays and has half of its buffer, or less than 20 ms",
          "[plugins][etherdream]") {
  ConnectedClient idle;
  CHECK_FALSE(idle.dac.needs_points());
  ConnectedClient slow, fast;
  slow.play(900, 30'000);
  CHECK_FALSE(slow.dac.needs_points());
  slow.output.mark_sent(1);
  CHECK(slow.dac.needs_points());
  fast.play(1201, 60'000);
  CHECK_FALSE(fast.dac.needs_points());
  fast.output.mark_sent(1);
  CHECK(fast.dac.needs_points());
}

TEST_CASE("Ether Dream: a buffer that is 3/4 full needs no points, however fast", "[plugins][etherdream]") {
  ConnectedClient fastest;
  fastest.play(1350, 100'000);
  CHECK_FALSE(fastest.dac.needs_points());
  fastest.output.mark_sent(1);
  CHECK(fastest.dac.needs_points());
}

TEST_CASE("Ether Dream: what the output does not take at once counts as buffered, and follows",
          "[plugins][etherdream]") {
  ConnectedClient client;
  client.output.room = 50;
  client.play(120);
  CHECK(client.output.shown.size() == 50);
  CHECK(client.execute(DacCommand::Ping).status.buffer_fullness == 120);
  client.output.mark_sent(40);
  client.advance();
  CHECK(client.output.shown.size() == 90);
  CHECK(client.execute(DacCommand::Ping).status.buffer_fullness == 80);
  CHECK(client.execute(DacCommand::Ping).status.point_count == 40);
}

TEST_CASE("Ether Dream: an empty buffer is dark, idle, and told", "[plugins][etherdream]") {
  ConnectedClient client;
  client.play(10);
  client.output.mark_sent(9);
  client.advance(1s);
  CHECK(client.dac.is_playing());
  client.output.mark_sent(1);
  client.advance();
  client.advance(99ms);
  CHECK(client.dac.is_playing());
  client.advance(1ms);
  CHECK_FALSE(client.dac.is_playing());
  CHECK(client.output.stops == 1);
  CHECK(client.dac.underruns() == 1);
  const Reply reply = client.execute(DacCommand::Ping);
  CHECK(reply.status.playback == DacPlayback::Idle);
  CHECK(reply.status.playback_flags == kUnderflow);  // exactly: clients compare it as a whole
  CHECK(client.send(10).answer == 'I');
  const Reply prepared = client.execute(DacCommand::Prepare);
  CHECK(prepared.answer == 'a');
  CHECK(prepared.status.playback_flags == 0);
  CHECK(prepared.status.point_count == 0);
}

TEST_CASE("Ether Dream: a client that is late by less than is borne with goes on", "[plugins][etherdream]") {
  ConnectedClient client({.underrun_after = 20ms});
  for (int i = 0; i < 3; ++i) {
    if (i == 0) client.play(10);
    if (i > 0) CHECK(client.send(10).answer == 'a');
    client.advance();
    client.output.mark_sent(10);
    client.advance();
    client.advance(19ms);
    CHECK(client.dac.is_playing());
  }
  CHECK(client.dac.underruns() == 0);
  CHECK(client.output.shown.size() == 30);
  client.advance(1ms);
  CHECK(client.dac.underruns() == 1);
}

TEST_CASE("Ether Dream: stop drops what waits", "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.answer_to(DacCommand::Stop) == 'I');
  client.output.room = 5;
  client.play(10);
  const Reply stopped = client.execute(DacCommand::Stop);
  CHECK(stopped.answer == 'a');
  CHECK(stopped.status.playback == DacPlayback::Idle);
  CHECK(stopped.status.buffer_fullness == 0);
  CHECK(client.output.stops == 1);
  client.output.room = 100;
  client.play(3);
  CHECK(client.output.shown.size() == 5 + 3);
}

TEST_CASE("Ether Dream: an emergency stop holds until it is cleared", "[plugins][etherdream]") {
  const auto command = GENERATE(DacCommand::EmergencyStop, DacCommand::EmergencyStopFF);
  ConnectedClient client;
  client.play(10);
  const Reply stopped = client.execute(command);
  CHECK(stopped.answer == 'a');
  CHECK(stopped.status.light_engine == LightEngine::EmergencyStop);
  CHECK(stopped.status.light_engine_flags == kStoppedByCommand);
  CHECK(stopped.status.playback == DacPlayback::Idle);
  CHECK(stopped.status.playback_flags == kEmergencyStopped);
  CHECK(client.output.aborts == 1);
  CHECK(client.answer_to(DacCommand::Prepare) == 'I');
  CHECK(client.answer_to(command) == 'a');
  const Reply cleared = client.execute(DacCommand::ClearEmergencyStop);
  CHECK(cleared.answer == 'a');
  CHECK(cleared.status.light_engine == LightEngine::Ready);
  CHECK(cleared.status.light_engine_flags == 0);
  client.play(10);
}

TEST_CASE("Ether Dream: an emergency stop may be cleared where there is none", "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.answer_to(DacCommand::ClearEmergencyStop) == 'a');
  client.play(10);
  const Reply cleared = client.execute(DacCommand::ClearEmergencyStop);
  CHECK(cleared.answer == 'a');
  CHECK(cleared.status.playback == DacPlayback::Playing);
}

TEST_CASE("Ether Dream: the next client finds an emergency stop only where it is to be kept",
          "[plugins][etherdream]") {
  const bool keep = GENERATE(false, true);
  ConnectedClient client({.keep_emergency_stop = keep});
  client.play(10);
  client.answer_to(DacCommand::EmergencyStopFF);
  client.dac.disconnect();
  std::vector<std::byte> greeting;
  client.dac.connect(greeting);
  const auto found = read_answer(greeting).status.light_engine;
  CHECK(found == (keep ? LightEngine::EmergencyStop : LightEngine::Ready));
  CHECK(client.answer_to(DacCommand::Prepare) == (keep ? 'I' : 'a'));
}

TEST_CASE("Ether Dream: it is dark when the client is gone", "[plugins][etherdream]") {
  ConnectedClient client;
  client.play(10);
  client.dac.disconnect();
  CHECK(client.output.stops == 1);
  CHECK(client.dac.status() == idle_with(kUnderflow));  // as if the buffer had run dry
}

TEST_CASE("Ether Dream: queued rates are changed to at the points that ask for it", "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.answer_to(DacCommand::QueueRate, 10'000) == 'a');  // forgotten by Prepare
  client.answer_to(DacCommand::Prepare);
  CHECK(client.execute(DacCommand::QueueRate, 50'000).command == 'q');
  CHECK(client.execute(DacCommand::QueueRateT, 20'000).command == 't');
  client.send({{.x = 0}, {.x = 1, .changes_rate = true}, {.x = 2}, {.x = 3, .changes_rate = true}});
  client.answer_to(DacCommand::Begin, 30'000);
  client.send({{.x = 4, .changes_rate = true}});  // no rate is queued any more
  CHECK(client.output.rates == std::vector<RateChange>{{0, 30'000}, {1, 50'000}, {3, 20'000}});
  CHECK(client.output.shown.size() == 5);
  CHECK(client.execute(DacCommand::Ping).status.point_rate == 20'000);
}

TEST_CASE("Ether Dream: a rate waits for the one before it, and points for the rate", "[plugins][etherdream]") {
  ConnectedClient client;
  client.answer_to(DacCommand::Prepare);
  client.answer_to(DacCommand::QueueRate, 50'000);
  client.output.is_rate_reached = false;
  client.send({{.x = 0}, {.x = 1, .changes_rate = true}, {.x = 2}});
  client.answer_to(DacCommand::Begin, 30'000);
  CHECK(client.output.shown.size() == 1);
  CHECK(client.execute(DacCommand::Ping).status.buffer_fullness == 3);
  const int writes = client.output.writes;
  client.output.mark_sent(1);
  client.advance();
  CHECK(client.dac.is_playing());
  CHECK(client.output.writes > writes);  // calls continue, so that the hold time does not expire
  client.output.is_rate_reached = true;
  client.advance();
  CHECK(client.output.rates == std::vector<RateChange>{{0, 30'000}, {1, 50'000}});
  CHECK(client.output.shown.size() == 3);
}

TEST_CASE("Ether Dream: an update changes the rate of what has not been handed on", "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.answer_to(DacCommand::Update, 40'000) == 'a');
  client.play(10);
  const Reply updated = client.execute(DacCommand::Update, 40'000);
  CHECK(updated.answer == 'a');
  CHECK(updated.status.point_rate == 40'000);
  client.send(1);
  CHECK(client.output.rates == std::vector<RateChange>{{0, 30'000}, {10, 40'000}});
}

TEST_CASE("Ether Dream: no more than 199 rates wait; others are dropped, as by the original",
          "[plugins][etherdream]") {
  ConnectedClient client;
  client.answer_to(DacCommand::Prepare);
  constexpr std::uint32_t kBeyond = 200;
  for (std::uint32_t i = 1; i <= kBeyond; ++i) REQUIRE(client.answer_to(DacCommand::QueueRate, i) == 'a');
  client.send({kBeyond, {.red = 1, .changes_rate = true}});
  client.answer_to(DacCommand::Begin, 30'000);
  for (std::uint32_t i = 0; i < kBeyond; ++i) client.advance();
  CHECK(client.output.rates.back() == RateChange{198, 199});
}

TEST_CASE("Ether Dream: points that are none are acknowledged in any state, others not when idle",
          "[plugins][etherdream]") {
  ConnectedClient client;
  CHECK(client.send(0).answer == 'a');
  CHECK(client.send(1).answer == 'I');
}

TEST_CASE("Ether Dream: when idle no points are played, and an emergency stop shows its flag",
          "[plugins][etherdream]") {
  ConnectedClient client;
  client.play(10);
  client.output.mark_sent(10);
  CHECK(client.execute(DacCommand::Ping).status.point_count == 10);
  CHECK(client.execute(DacCommand::Stop).status == idle_with(0));
  CHECK(client.execute(DacCommand::EmergencyStop).status.playback_flags == kEmergencyStopped);
}

TEST_CASE("Ether Dream: colours are as they come, or dimmed by the intensity", "[plugins][etherdream]") {
  const bool dims = GENERATE(false, true);
  ConnectedClient client({.use_intensity = dims});
  client.answer_to(DacCommand::Prepare);
  client.send({{.red = 0xFFFF, .intensity = 0x8000}, {.red = 0xFFFF, .intensity = 0}, {.red = 0}});
  client.answer_to(DacCommand::Begin, 30'000);
  REQUIRE(client.output.shown.size() == 3);
  CHECK(client.output.shown[0].r == (dims ? 0x8000 : 0xFFFF));
  CHECK(client.output.shown[0].intensity == 0xFFFF);
  CHECK(client.output.shown[1].r == (dims ? 0 : 0xFFFF));
  CHECK(client.output.shown[1].intensity == (dims ? 0 : 0xFFFF));
  CHECK(client.output.shown[2].intensity == 0);
}

TEST_CASE("Ether Dream: whatever a client says, in whatever order, the buffer stays within its size",
          "[plugins][etherdream]") {
  ConnectedClient client;
  std::uint32_t seed = 1;
  const auto draw = [&seed](std::uint32_t below) {
    seed = seed * 1'664'525 + 1'013'904'223;
    return (seed >> 8) % below;
  };
  constexpr DacCommand kCommands[]{
      DacCommand::Prepare, DacCommand::Begin,         DacCommand::Update, DacCommand::QueueRate,
      DacCommand::Stop,    DacCommand::EmergencyStop, DacCommand::Ping,   DacCommand::ClearEmergencyStop};
  for (int i = 0; i < test::repeats(20'000, 2'000); ++i) {
    if (const auto which = draw(20); which < 8)
      client.execute(kCommands[which], draw(120'000));
    else
      client.send({draw(700), {.red = 1, .changes_rate = draw(2) == 0}});
    if (draw(4) == 0) client.advance();
    client.output.mark_sent(draw(500));
    client.output.room = draw(3000);
    const DacStatus status = client.dac.status();
    REQUIRE(status.buffer_fullness <= 1799);
    REQUIRE((status.light_engine == LightEngine::Ready || status.playback == DacPlayback::Idle));
  }
}
