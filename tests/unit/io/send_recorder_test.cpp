// SPDX-License-Identifier: MIT
#include "io/send/send_recorder.hpp"

#include <thread>

#include "idn/stop_token.hpp"
#include "support/catch.hpp"

namespace idn::io {
namespace {

using namespace std::chrono_literals;

const TimePoint kBegin{1000s};

std::vector<std::byte> realtime_packet(std::uint16_t sequence) {
  return {std::byte{0x40}, std::byte{0}, static_cast<std::byte>(sequence >> 8),
          static_cast<std::byte>(sequence)};
}

/// Clocks; the wall clock is a day ahead of the monotonic one.
Instant moment(TimePoint at) {
  return {at, at.time_since_epoch() + 24h};
}

struct Recording {
  std::shared_ptr<SendLog> log = std::make_shared<SendLog>(8);
  SendRecorder recorder{log, 4};

  void queue(std::uint16_t sequence, TimePoint due) { recorder.queued(realtime_packet(sequence), due); }
  void stamp(std::uint32_t number, TimePoint left, TimestampSource kind = TimestampSource::Software) {
    recorder.stamped({.number = number, .since_1970 = moment(left).since_1970, .stamp = kind},
                     moment(left + 1ms));
  }
  std::vector<SentDatagram> taken() {
    std::vector<SentDatagram> all;
    while (const auto datagram = log->take()) all.push_back(*datagram);
    return all;
  }
};

TEST_CASE("a datagram is told with its due time, call and stamp when the next ones are sent", "[io]") {
  Recording recording;
  recording.queue(7, kBegin);
  recording.queue(8, kBegin + 1us);
  recording.recorder.sending(kBegin + 5us);
  recording.stamp(0, kBegin + 9us);
  recording.stamp(1, kBegin + 10us);
  CHECK(recording.taken().empty());
  recording.recorder.sending(kBegin + 1ms);
  const auto taken = recording.taken();
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].sequence == 7);
  CHECK(taken[0].due == kBegin);
  CHECK(taken[0].called == kBegin + 5us);
  CHECK(taken[0].left == kBegin + 9us);
  CHECK(taken[0].stamp == TimestampSource::Software);
  CHECK(taken[1].left == kBegin + 10us);
}

TEST_CASE("a network card knows better than the kernel, whoever comes first", "[io]") {
  const bool card_first = GENERATE(true, false);
  Recording recording;
  recording.queue(1, kBegin);
  recording.recorder.sending(kBegin);
  if (card_first) recording.stamp(0, kBegin + 20us, TimestampSource::Hardware);
  recording.stamp(0, kBegin + 3us);
  if (!card_first) recording.stamp(0, kBegin + 20us, TimestampSource::Hardware);
  recording.recorder.sending(kBegin + 1ms);
  const auto taken = recording.taken();
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].left == kBegin + 20us);
  CHECK(taken[0].stamp == TimestampSource::Hardware);
}

TEST_CASE("stamps of other datagrams and other clocks are not believed", "[io]") {
  Recording recording;
  recording.queue(1, kBegin);
  recording.recorder.sending(kBegin);
  recording.stamp(1, kBegin + 3us);
  recording.stamp(0, kBegin - 1ms);
  recording.stamp(0, kBegin + 37s, TimestampSource::Hardware);  // a network card with TAI
  recording.stamp(0xFFFF'FFFF, kBegin + 3us);
  recording.recorder.sending(kBegin + 1ms);
  const auto taken = recording.taken();
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].stamp == TimestampSource::Missing);
}

TEST_CASE("what is no real-time datagram is counted by the kernel and not told", "[io]") {
  Recording recording;
  recording.recorder.queued(std::vector<std::byte>{std::byte{0x10}, {}, {}, {}}, kBegin);
  recording.recorder.queued(std::vector<std::byte>{}, kBegin);
  recording.queue(9, kBegin);
  recording.recorder.sending(kBegin);
  recording.stamp(2, kBegin + 3us);
  recording.recorder.sending(kBegin);
  const auto taken = recording.taken();
  REQUIRE(taken.size() == 1);
  CHECK(taken[0].sequence == 9);
  CHECK(taken[0].left == kBegin + 3us);
}

TEST_CASE("what nobody takes is lost and counted; more than fits is not recorded", "[io]") {
  Recording recording;
  for (int turn = 0; turn < 20; ++turn) {
    for (std::uint16_t i = 0; i < 20; ++i) recording.queue(i, kBegin);
    recording.recorder.sending(kBegin);
  }
  CHECK(recording.taken().size() == 8);
  CHECK(recording.log->lost() > 0);
}

TEST_CASE("a log that keeps octets has those that were sent, whatever becomes of the caller's", "[io]") {
  const auto log = std::make_shared<SendLog>(4, 5);
  SendRecorder recorder(log, 4);
  for (std::uint16_t i = 0; i < 40; ++i) {
    auto packet = realtime_packet(i);
    packet.insert(packet.end(), 3, static_cast<std::byte>(i));
    recorder.queued(packet, kBegin);
    packet.assign(packet.size(), std::byte{0xEE});
    recorder.sending(kBegin);
    const auto taken = log->take();
    if (i == 0) continue;  // returned with the next datagram
    REQUIRE(taken);
    auto wanted = realtime_packet(static_cast<std::uint16_t>(i - 1));
    wanted.push_back(static_cast<std::byte>(i - 1));
    CHECK(std::ranges::equal(taken->octets, wanted));
  }
}

TEST_CASE("a log hands over in order between two threads", "[io]") {
  SendLog log(64);
  constexpr unsigned kCount = 20'000;
  jthread sender([&] {
    for (unsigned i = 0; i < kCount;) {
      const auto before = log.lost();
      log.put({.sequence = static_cast<std::uint16_t>(i), .due = TimePoint(Duration(i))});
      if (log.lost() == before)
        ++i;
      else
        std::this_thread::yield();
    }
  });
  for (unsigned i = 0; i < kCount;) {
    const auto datagram = log.take();
    if (!datagram) {
      std::this_thread::yield();
      continue;
    }
    REQUIRE(datagram->due == TimePoint(Duration(i++)));
  }
}

}  // namespace
}  // namespace idn::io
