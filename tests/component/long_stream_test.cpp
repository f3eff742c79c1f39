// SPDX-License-Identifier: MIT
// A sender session, the real driver loop and the receiver over 72 minutes of virtual time, in which the 32-bit
// timestamps wrap.
#include "idn/stream/receive/receiver.hpp"
#include "io/send/driver.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/repeats.hpp"
#include "support/run.hpp"
#include "support/wave_session.hpp"

using namespace idn;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t kRate = test::repeats(10'000u, 2'500u);
constexpr std::uint64_t kSamples = std::uint64_t{72} * 60 * kRate;

/// A sample whose position encodes its number.
LaserSample marked(std::uint64_t number) {
  return {.x = static_cast<std::int16_t>(number), .y = static_cast<std::int16_t>(number >> 16), .r = 0xFFFF};
}

/// Checks that lit samples arrive in order and complete; those that the sender adds are dark.
struct Audience : stream::ReceiverListener {
  std::uint64_t next = 0;
  std::uint64_t wrong = 0;
  std::uint64_t discontinuous = 0;
  std::int64_t first_us = 0, end_us = 0;
  unsigned events = 0;

  void on_datagram(const stream::DatagramReport& report) override {
    events |= (report.input_events & ~wire::input_event::kNew) |
              unsigned{report.pipeline_events & unsigned{~wire::pipeline_event::kRouted & 0xFFFFu}} << 16;
    if (report.laser() != nullptr) check(*report.laser());
  }

  void check(const stream::SampleChunk& shown) {
    using stream::ChunkContinuity;
    if (shown.placement.continuity == ChunkContinuity::Start)
      first_us = shown.media_us;
    else if (shown.placement.continuity != ChunkContinuity::Exact || shown.media_us != end_us)
      ++discontinuous;
    end_us = shown.media_us + shown.duration_us;
    for (const LaserSample& sample : shown.samples)
      if (!sample.is_dark()) {
        const LaserSample expected = marked(next++);
        if (sample.x != expected.x || sample.y != expected.y) ++wrong;
      }
  }
};

/// Passes datagrams to a receiver, and its acknowledges back, without delay.
class DirectWire final : public io::Transport {
 public:
  DirectWire(stream::Receiver& receiver, io::Clock& clock) : receiver_(receiver), clock_(clock) {}

  std::error_code send(ConstBytes datagram) noexcept override {
    receiver_.on_datagram(datagram, Endpoint::ipv4(0x7F000001, 40000), clock_.now());
    return {};
  }
  std::size_t receive(MutableBytes buffer) noexcept override {
    const auto answer = receiver_.poll_transmit();
    if (!answer) return 0;
    std::ranges::copy(answer->bytes, buffer.begin());
    return answer->bytes.size();
  }

 private:
  stream::Receiver& receiver_;
  io::Clock& clock_;
};

}  // namespace

TEST_CASE("72 minutes arrive sample by sample over the wrap of the timestamps", "[stream]") {
  stream::WaveConfig config;
  config.packer = {.rate = {kRate}, .samples_per_packet = kRate / 50, .format = wire::SampleFormat::Xyrgb};
  const auto session = test::WaveSession::create(config).value();
  std::vector<LaserSample> batch(session->capacity());
  std::uint64_t pushed = 0;
  const auto refill = [&] {
    const auto count = static_cast<std::size_t>(
        std::min<std::uint64_t>(session->capacity() - session->buffered(), kSamples - pushed));
    for (std::size_t i = 0; i < count; ++i) batch[i] = marked(pushed + i);
    pushed += session->push(std::span(batch).first(count));
    if (pushed == kSamples) session->finish();
  };
  refill();
  test::FakeClock clock([&](TimePoint deadline) {
    refill();
    return deadline;
  });
  Audience audience;
  stream::ReceiverConfig unit;
  unit.services = {{1, wire::ServiceType::LaserProjector, 1, 0, {}}};
  stream::Receiver receiver(unit, audience);
  DirectWire net(receiver, clock);
  io::DriverStats stats;
  test::run(*session, clock, net, stats);

  CHECK(audience.next == kSamples);
  CHECK(audience.wrong == 0);
  CHECK(audience.discontinuous == 0);
  CHECK(audience.events == 0);
  CHECK(audience.first_us < 0x1'0000'0000LL);
  CHECK(audience.end_us > 0x1'0000'0000LL);
  CHECK(audience.end_us - audience.first_us >= std::int64_t{72} * 60 * 1'000'000);
  CHECK(receiver.session_count() == 0);
}
