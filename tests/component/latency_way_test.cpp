// SPDX-License-Identifier: MIT
// A whole path from trigger to light in virtual time, as idn_latency measures it: a delay that is added in one
// place appears in its stage and changes no other. And idn_latency estimate computes the same times.
#include <random>

#include "client/content/device_content.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "latency/measure/latency_report.hpp"
#include "latency/report/report.hpp"
#include "stream/send/wave_stream.hpp"
#include "support/catch.hpp"

using namespace idn;
using namespace idn::latency;
using namespace std::chrono_literals;

namespace {

const Endpoint kApplication = Endpoint::ipv4(0x7F000001, 40'000);

/// Delays that are added to those of the options.
struct Planted {
  Duration late{0};   ///< the tick thread
  Duration stack{0};  ///< the system
  Duration wire{0};
};

class VirtualPath {
 public:
  VirtualPath(const PathOptions& options, const Planted& planted)
      : options_(options),
        planted_(planted),
        datagram_(options.samples_per_datagram()),
        content_({.rate = options.rate, .latency = options.queue_latency()}, 2 * datagram_, datagram_),
        stream_(std::make_unique<stream::SenderSession>(
            stream::WaveStream::create({.packer = {.rate = {options.rate}, .samples_per_packet = datagram_}},
                                       content_)
                .value())),
        pattern_({options.rate}),
        receiver_({.services = stream::one_laser(),
                   .playout = stream::PlayoutConfig{.target_latency = options.buffer, .is_adaptive = false}},
                  watch_) {
    content_.light().arm(true);
  }

  LatencyReport measure(std::size_t triggers) {
    plan(triggers);
    stream_->start(now_);
    fill();
    const TimePoint end = triggers_.back().at + options_.work + options_.queue_latency() + 100ms;
    for (TimePoint look = now_; now_ < end;) {
      const TimePoint due = stream_->next_deadline() + planted_.late;
      now_ = std::min(due, look);
      if (now_ == due) transmit();
      if (now_ != look) continue;
      fill();
      look += poll_interval(options_) + 7us;  // not in phase with the ticks
    }
    return evaluate();
  }

 private:
  void plan(std::size_t triggers) {
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::int64_t> pause(10'000'000, 30'000'000);
    TimePoint at = now_ + 2 * options_.queue_latency() + 100ms;
    for (std::size_t i = 0; i < triggers; ++i, at += Duration(pause(random)))
      triggers_.push_back({.number = static_cast<std::uint16_t>(i + 1), .at = at});
    raw_.sent = triggers;
  }

  /// The application polls for free space in the queue, and for triggers.
  void fill() {
    const auto call = content_.begin_call(client::ContentSource::Samples, now_);
    while (content_.free() > 0) {
      room_.resize(content_.free());
      if (!pattern_.in_marker() && next_ < triggers_.size() && triggers_[next_].at + options_.work <= now_) {
        pattern_.begin(triggers_[next_].number);
        raw_.answers.push_back({triggers_[next_++], now_});
      }
      pattern_.draw(room_);
      CHECK(content_.write(room_, now_) == room_.size());
    }
  }

  void transmit() {
    while (const auto datagram = stream_->poll_transmit(now_)) {
      ByteReader in(*datagram);
      wire::PacketHeader header;
      REQUIRE(header.read(in));
      const TimePoint left = now_ + planted_.stack;
      raw_.datagrams.push_back({.sequence = header.sequence,
                                .due = stream_->departure(),
                                .called = now_,
                                .left = left,
                                .stamp = io::TimestampSource::Software});
      receiver_.on_datagram(*datagram, kApplication, left + planted_.wire);
    }
  }

  LatencyReport evaluate() {
    raw_.seen = watch_.seen();
    raw_.earliest = watch_.earliest();
    LatencyReport result = latency::evaluate(raw_);
    result.light = watch_.light();
    return result;
  }

  PathOptions options_;
  Planted planted_;
  std::size_t datagram_;
  client::DeviceContent content_;
  std::unique_ptr<stream::SenderSession> stream_;
  latency::MarkerPattern pattern_;
  MarkerWatch watch_;
  stream::Receiver receiver_;
  std::vector<LaserSample> room_;
  std::vector<Trigger> triggers_;
  std::size_t next_ = 0;
  RawMeasurement raw_;
  TimePoint now_{1000s};
};

LatencyReport measured(const PathOptions& options, const Planted& planted = {}, std::size_t triggers = 400) {
  return VirtualPath(options, planted).measure(triggers);
}

void check_moved(const LatencyReport& before, const LatencyReport& after, Stage planted, Duration by) {
  for (const Stage stage : latency::kStages) {
    CAPTURE(to_string(stage));
    const Duration moved = after.summary[stage].p50.value() - before.summary[stage].p50.value();
    const Duration wanted = stage == planted ? by : 0ms;
    CHECK(moved >= wanted - 200us);
    CHECK(moved <= wanted + 200us);
  }
}

}  // namespace

TEST_CASE("a delay that is planted shows in its stage and moves no other", "[latency]") {
  const LatencyReport before = measured({});
  REQUIRE(before.triggers.size() == 400);
  check_moved(before, measured({.work = 7ms}), Stage::Input, 7ms);
  check_moved(before, measured({.latency = 47ms}), Stage::Wait, 7ms);
  check_moved(before, measured({}, {.stack = 7ms}), Stage::Stack, 7ms);
  check_moved(before, measured({}, {.wire = 7ms}), Stage::Wire, 7ms);
  check_moved(before, measured({.buffer = 47ms}), Stage::Buffer, 7ms);
}

TEST_CASE("a tick thread that is late shows as late", "[latency]") {
  CHECK(measured({}, {.late = 700us}).summary[Stage::Late].p50 == 700us);
}

TEST_CASE("every trigger is found, each whole is the sum of its stages, and nothing is dark", "[latency]") {
  const LatencyReport result = measured({.rate = 100'000, .latency = 5ms, .buffer = 3ms}, {}, 2000);
  CHECK(result.triggers.size() == 2000);
  CHECK(result.lost == 0);
  CHECK(result.stamped == 2000);
  CHECK(result.light.dark_share() == 0);
  for (const auto& [number, stamps] : result.triggers)
    CHECK(latency::StageTimes(stamps).whole() == stamps.shown - stamps.trigger);
}

TEST_CASE("what is reckoned is what happens in virtual time", "[latency]") {
  for (const std::uint32_t rate : {12'000U, 30'000U, 100'000U})
    for (const Duration latency : {1ms, 2ms, 5ms, 17ms, 40ms})
      for (const Duration datagram : {1000us, 1500us}) {
        const PathOptions options{.rate = rate, .datagram = datagram, .latency = latency, .work = 2ms};
        CAPTURE(rate, latency.count(), datagram.count());
        const LatencyReport result = measured(options);
        const auto expected = estimate_of(options);
        for (const Stage stage : latency::kStages) {
          CAPTURE(to_string(stage));
          const Duration apart = result.summary[stage].p50.value() - expected[stage].p50;
          CHECK(std::abs(apart.count()) <= 200'000);
        }
        CHECK(result.summary.whole.min >= expected.whole.min - 200us);
        CHECK(result.summary.whole.max <= expected.whole.max + 200us);
      }
}
