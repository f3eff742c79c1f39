// SPDX-License-Identifier: MIT
// A sender that follows its receiver's clock, and one that does not, over a day of virtual time.
// docs/following.md contains these results; with IDN_WRITE_DOCS=1 in the environment this test writes it.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <random>

#include "idn/analysis/virtual_receiver.hpp"
#include "idn/stream/send/clock_follower.hpp"
#include "stream/send/schedule.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/wave_packet.hpp"
#include "support/wave_session.hpp"

namespace idn::test {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

constexpr Duration kPacket = 1ms;
constexpr Duration kAnswers = 200ms;  ///< between two acknowledges, as requested by a session that follows

/// Properties of a receiver: its clock, its acknowledges, its buffer.
struct Receiver {
  double ppm = 0;         ///< how much faster than the sender's
  double wander_ppm = 0;  ///< amplitude of an additional sine with a period of an hour
  double lost = 0;        ///< share of acknowledges that are lost
  int noise_us = 0;       ///< largest error of each reported latency, in either direction
  int packets = 1;        ///< length of the buffer, of which half is filled at the beginning

  /// Media time shown after `elapsed` by the sender's clock.
  Duration reading(Duration elapsed) const {
    constexpr double kTurn = 3600 / (2 * std::numbers::pi);
    const double seconds = std::chrono::duration<double>(elapsed).count();
    const double off_us = ppm * seconds + wander_ppm * kTurn * (1 - std::cos(seconds / kTurn));
    return elapsed + std::chrono::round<Duration>(std::chrono::duration<double, std::micro>(off_us));
  }
  analysis::ReceiverBuffer buffer() const {
    return {.target = kPacket * packets / 2, .capacity = kPacket * packets};
  }
};

struct Outcome {
  std::optional<Duration> failed_at;  ///< by the sender's clock
  bool ran_dry = false;
  analysis::BufferLevel level;
  double slowest_ppm = 0;  ///< smallest correction after the first five minutes
  double fastest_ppm = 0;
};

/// The schedule of a sender and the buffer of a receiver. Within 50 packets the level changes by 15 ns at most,
/// so for long simulations `step` may be 50 packets.
class Simulation {
 public:
  Simulation(const Receiver& receiver, bool follows, Duration step, unsigned seed = 1)
      : receiver_(receiver),
        follows_(follows),
        step_(step),
        buffer_(receiver.buffer()),
        random_(seed),
        ticks_(stream::TickLength::of(step, SampleRate{100'000})) {
    ticks_.start(TimePoint{});
  }

  Outcome run(Duration length) {
    while (elapsed() < length && !outcome_.failed_at) {
      send();
      ticks_.advance();
    }
    outcome_.level = buffer_.level().value();
    return outcome_;
  }

 private:
  Duration elapsed() const { return ticks_.deadline().time_since_epoch(); }

  void send() {
    const auto media = std::chrono::duration_cast<microseconds>(elapsed() + ticks_.ahead());
    const auto display = std::chrono::duration_cast<microseconds>(step_);
    const Duration level = buffer_.add({receiver_.reading(elapsed()), media, display});
    outcome_.ran_dry = buffer_.totals().late > 0ns;
    if (outcome_.ran_dry || !buffer_.overruns().empty()) outcome_.failed_at = elapsed();
    if (follows_) follow(media, level);
  }

  void follow(microseconds media, Duration level) {
    if (media % kAnswers == 0us && share() >= receiver_.lost) {
      const auto noise = static_cast<std::int64_t>(receiver_.noise_us * (2 * share() - 1));
      // A receiver reports whole microseconds, and never zero, which means unknown.
      const auto told = std::chrono::duration_cast<microseconds>(level) + microseconds(noise);
      follower_.observe(ticks_.deadline(), std::max(told, 1us));
    }
    const std::int64_t ppb = follower_.correction_ppb(ticks_.deadline());
    ticks_.correct(ppb);
    if (elapsed() < 5min) return;
    const double ppm = static_cast<double>(ppb) / 1e3;
    outcome_.slowest_ppm = outcome_.slowest_ppm == 0 ? ppm : std::min(outcome_.slowest_ppm, ppm);
    outcome_.fastest_ppm = outcome_.fastest_ppm == 0 ? ppm : std::max(outcome_.fastest_ppm, ppm);
  }

  /// A random number in [0, 1), the same with every standard library.
  double share() { return static_cast<double>(random_()) / 4294967296.0; }

  Receiver receiver_;
  bool follows_;
  Duration step_;
  analysis::VirtualReceiver buffer_;
  std::mt19937 random_;
  stream::TickSchedule ticks_;
  stream::ClockFollower follower_;
  Outcome outcome_;
};

std::string format(const char* pattern, auto... values) {
  char text[200];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

struct FreeRun {
  Receiver receiver;
  Duration predicted;  ///< half the buffer divided by the rate difference of the clocks
};

std::vector<FreeRun> free_runs() {
  std::vector<FreeRun> runs;
  for (const double ppm : {100.0, -100.0, 20.0})
    for (const int packets : {1, 4, 20})
      runs.push_back({{.ppm = ppm, .packets = packets},
                      std::chrono::round<Duration>(
                          std::chrono::duration<double>(packets * 1e-3 / 2 / (std::abs(ppm) * 1e-6)))});
  return runs;
}

std::string free_row(const FreeRun& run) {
  const Outcome seen = Simulation(run.receiver, false, kPacket).run(24h);
  REQUIRE(seen.failed_at.has_value());
  const Duration difference = *seen.failed_at - run.predicted;
  // It fails with the first packet after the predicted time.
  CHECK(difference > 0ns);
  CHECK(difference <= kPacket);
  CHECK(seen.ran_dry == (run.receiver.ppm > 0));
  return format("| %+.0f ppm | %d | %.3f s | %.3f s | %s |\n", run.receiver.ppm, run.receiver.packets,
                std::chrono::duration<double>(run.predicted).count(),
                std::chrono::duration<double>(*seen.failed_at).count(),
                seen.ran_dry ? "runs dry" : "runs over");
}

std::vector<Receiver> followed_receivers() {
  std::vector<Receiver> receivers;
  for (const double ppm : {100.0, -100.0})
    for (const int packets : {1, 4, 20}) {
      const int noise_us = packets == 1 ? 150 : 300;
      receivers.push_back({.ppm = ppm, .packets = packets});
      receivers.push_back({.ppm = ppm, .wander_ppm = 20, .packets = packets});
      receivers.push_back({.ppm = ppm, .wander_ppm = 20, .lost = 0.5, .packets = packets});
      receivers.push_back(
          {.ppm = ppm, .wander_ppm = 20, .lost = 0.5, .noise_us = noise_us, .packets = packets});
    }
  return receivers;
}

std::string followed_row(const Receiver& receiver) {
  const Outcome seen = Simulation(receiver, true, 50 * kPacket).run(24h);
  const std::string row =
      format("| %+.0f ppm%s | %d | %.0f %% | %s | %.0f to %.0f us | %+.0f to %+.0f ppm |\n", receiver.ppm,
             receiver.wander_ppm > 0 ? " +-20" : "", receiver.packets, receiver.lost * 100,
             receiver.noise_us > 0 ? format("+-%d us", receiver.noise_us).c_str() : "none",
             std::round(Micros(seen.level.min).count() / 10) * 10,
             std::round(Micros(seen.level.max).count() / 10) * 10, seen.slowest_ppm, seen.fastest_ppm);
  INFO(row);
  CHECK_FALSE(seen.failed_at.has_value());
  CHECK(seen.slowest_ppm >= receiver.ppm - receiver.wander_ppm - 10);
  CHECK(seen.fastest_ppm <= receiver.ppm + receiver.wander_ppm + 10);
  return row;
}

/// How many of 40 receivers with a buffer of one packet underrun or overrun within the first ten minutes, in
/// which the clock follower has to settle.
int lost_beginnings(double lost, int noise_us) {
  int failures = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Receiver receiver{
        .ppm = seed % 2 == 0 ? 100.0 : -100.0, .wander_ppm = 20, .lost = lost, .noise_us = noise_us};
    if (Simulation(receiver, true, 50 * kPacket, seed).run(10min).failed_at) ++failures;
  }
  return failures;
}

std::string document() {
  std::string text =
      "# Following the receiver's clock\n\n"
      "A receiver with a fixed buffer plays by its own clock. A sender that keeps to another one, however "
      "exactly, "
      "drains that\nbuffer or fills it: with half a buffer to go, it lasts for (buffer / 2) / (difference of "
      "the "
      "clocks). Quartz clocks\ndiffer by up to 100 ppm.\n\n"
      "`idn_sender ... --follow` (`DeviceOptions::follow_clock`, wave streams only, off by default) estimates "
      "the "
      "rate "
      "of the\nreceiver's clock from the latency in its acknowledges and sends faster or slower by at most 200 "
      "ppm, so that the level of\nits buffer stays. The estimate is the slope of the latency over windows of "
      "16 s, "
      "pooled over the last 8 and the current\none; to it comes a slow pull of the level to what it was at "
      "first. "
      "The correction changes by at most 100 ppm per\nsecond. Timestamps and durations of the packets stay "
      "exact "
      "against each other; the time axis of the stream then runs\nby the receiver's clock.\n\n"
      "Use it for shows of minutes to days to a receiver with a small, fixed buffer that tells its latency. Do "
      "not use it\n\n"
      "- with receivers that adapt their playback (OpenIDN, idn_server): they need none, and where they tell a "
      "latency it has no\n  slope;\n"
      "- with receivers that tell no latency (OpenIDN: always 0): nothing is corrected then, which the summary "
      "shows as 0 ppm;\n"
      "- where several receivers, or sound, have to stay together over hours: each stream would follow a clock "
      "of "
      "its own.\n\n"
      "All numbers below are simulated: packets of 1000 us, the schedule of idn_sender, and a receiver whose "
      "buffer is half\nfull at the beginning and holds what lies ahead of a packet when it arrives. They are "
      "generated and checked by\n`tests/component/following_test.cpp`.\n\n"
      "## Without\n\n"
      "| receiver's clock | buffer, packets | predicted | seen | |\n|---|---|---|---|---|\n";
  for (const FreeRun& run : free_runs()) text += free_row(run);
  text +=
      "\n## Followed for 24 h\n\n"
      "None fails. +-20: the clock wanders by as much, as a sine over an hour. Lost: acknowledges, of five per "
      "second. Noise: on\neach latency told. Level: lowest and highest of the whole day. Correction: after the "
      "first five minutes.\n\n"
      "| receiver's clock | buffer, packets | lost | noise | level | correction |\n|---|---|---|---|---|---|\n";
  for (const Receiver& receiver : followed_receivers()) text += followed_row(receiver);
  text +=
      "\n## How much noise one packet of buffer bears\n\n"
      "The clock has to be found before the buffer is lost, here within 5 s. Receivers with +-100 ppm and the "
      "wander above that\nran dry or over within ten minutes, of 40:\n\n"
      "| noise | no acknowledge lost | 50 % lost |\n|---|---|---|\n";
  for (const int noise_us : {0, 100, 150, 200, 250, 300, 400})
    text += format("| +-%d us | %d | %d |\n", noise_us, lost_beginnings(0, noise_us),
                   lost_beginnings(0.5, noise_us));
  return text +
         "\nNoise here is what the receiver tells wrongly. Jitter of the network costs buffer besides, with or "
         "without following:\nsee the smallest buffer b in idn_parser's report.\n";
}

TEST_CASE("free-running senders lose the receiver when predicted, followed ones do not in a day", "[stream]") {
  const std::string path = std::string(IDN_SOURCE_DIR) + "/docs/following.md";
  const std::string seen = document();
  if (std::getenv("IDN_WRITE_DOCS") != nullptr) std::ofstream(path) << seen;
  const auto octets = binary_file(path);
  INFO("run this test with IDN_WRITE_DOCS=1 to write the document anew");
  CHECK(std::string(reinterpret_cast<const char*>(octets.data()), octets.size()) == seen);
}

TEST_CASE("up to 150 us of noise one packet of buffer is enough to find the clock", "[stream]") {
  CHECK(lost_beginnings(0, 150) == 0);
  CHECK(lost_beginnings(0.5, 150) == 0);
}

/// A session with a packet per millisecond; its receiver plays by another clock and reports its latency.
struct FollowedSession {
  FollowedSession(bool follows, double ppm) : receiver{.ppm = ppm, .packets = 4}, buffer(receiver.buffer()) {
    stream::WaveConfig config{.packer = {.rate = {20'000}, .samples_per_packet = 20}};
    session = test::WaveSession::create(config, test::WaveSession::kRing, {.follow = follows}).value();
    session->start(kStart);
  }

  void run(Duration length) {
    const std::vector<LaserSample> lit(20, LaserSample{.r = 0xFFFF});
    for (const TimePoint end = now + length; now < end; now = session->next_deadline()) {
      session->push(lit);
      while (const auto datagram = session->poll_transmit(now)) take(*datagram);
    }
  }

  void take(ConstBytes datagram) {
    const WavePacket packet(datagram);
    if (packet.chunk) play(packet);
    if (wire::requests_acknowledge(packet.header.command)) answer(packet.header.sequence);
  }

  void play(const WavePacket& packet) {
    last_media = unwrap(packet.message->header.timestamp, floor_us(now));
    const microseconds duration(packet.chunk->duration_us);
    level = buffer.add({receiver.reading(now - kStart), microseconds(last_media), duration});
  }

  void answer(std::uint16_t sequence) {
    std::array<std::byte, 16> octets{};
    ByteWriter out(octets);
    wire::PacketHeader{wire::Command::RtAcknowledge, 0, sequence}.encode(out);
    wire::Acknowledge{.latency_us = tells_latency ? static_cast<std::uint32_t>(level / 1us) : 0}.encode(out);
    session->on_datagram(out.written(), now + 100us);
  }

  static constexpr TimePoint kStart{1000s};
  Receiver receiver;
  bool tells_latency = true;
  analysis::VirtualReceiver buffer;
  std::unique_ptr<test::WaveSession> session;
  TimePoint now = kStart;
  std::int64_t last_media = 0;
  Duration level{0};
};

TEST_CASE("a session follows the latency of its receiver's acknowledges", "[stream]") {
  const double ppm = GENERATE(100.0, -100.0);
  FollowedSession followed(true, ppm);
  followed.run(60s);
  CHECK(followed.buffer.totals().late == 0ns);
  CHECK(followed.buffer.overruns().empty());
  CHECK(std::abs(static_cast<double>(followed.session->stats().correction_ppb.value()) / 1e3 - ppm) < 5);

  FollowedSession free(false, ppm);
  free.run(25s);
  CHECK((free.buffer.totals().late > 0ns || !free.buffer.overruns().empty()));
  CHECK(free.session->stats().correction_ppb.value() == 0);
}

TEST_CASE("a session that follows keeps its timeline through keepalives and restarts", "[stream]") {
  FollowedSession followed(true, 100);
  followed.run(60s);
  const auto lead_us = [&] { return followed.last_media - floor_us(followed.now - 1ms); };
  const std::int64_t before = lead_us();
  // The result of a minute at nearly 100 ppm.
  CHECK(before > 5'000);
  CHECK(before <= 6'100);
  followed.now += 200ms;  // more than a sender catches up
  followed.run(10ms);
  CHECK(followed.session->stats().reanchors.value() == 1);
  CHECK(std::abs(lead_us() - before) <= 25);
}

TEST_CASE("a session that was suspended goes on with the rate it knew", "[stream]") {
  FollowedSession followed(true, 100);
  followed.run(8s);
  // After the stall the receiver starts again with a buffer that is half full.
  followed.now += 1s;
  followed.run(8s);
  CHECK(followed.session->stats().reanchors.value() == 1);
  CHECK(std::abs(static_cast<double>(followed.session->stats().correction_ppb.value()) / 1e3 - 100) < 4);
}

TEST_CASE("without a latency to follow the stream is that of a session that does not", "[stream]") {
  FollowedSession followed(true, 100), free(false, 100);
  followed.tells_latency = free.tells_latency = false;
  followed.run(5s);
  free.run(5s);
  CHECK(followed.now == free.now);
  CHECK(followed.last_media == free.last_media);
  CHECK(followed.session->stats().correction_ppb.value() == 0);
  CHECK(followed.session->stats().acks_received.value() == 25);
  CHECK(free.session->stats().acks_received.value() == 10);
}

}  // namespace
}  // namespace idn::test
