// SPDX-License-Identifier: MIT
// Receivers over days of virtual time: memory does not grow, and counters are exact.
#include <sstream>

#include "idn_server/faults/faults.hpp"
#include "idn_server/metrics/server_metrics.hpp"
#include "support/catch.hpp"
#include "support/heap_calls.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

struct Nobody : StreamObserver {
  void stream_started(const StreamFacts&) override {}
  void went_dark(const StreamFacts&, const DarkEvent&) override {}
};

stream::ReceiverConfig eight_services() {
  auto config = test::buffering_config();
  config.services.clear();
  for (std::uint8_t id = 1; id <= 8; ++id)
    config.services.push_back({id, wire::ServiceType::LaserProjector, 0, 0, {}});
  config.playout->is_adaptive = false;
  return config;
}

/// Eight senders with a chunk every 10 ms, a fault path, and a receiver with the tables and meters of
/// idn_server.
class Projectors {
 public:
  static constexpr Duration kPeriod = 10ms;

  explicit Projectors(const DirectionPlan& plan) : path_(plan, 1, test::kStart) {
    for (std::uint8_t service = 1; service <= 8; ++service)
      opening_.push_back(encoded(test::opening_wave(0, service)));
  }

  void run(Duration time) {
    for (const TimePoint end = now_ + time; now_ < end; now_ += kPeriod, ++chunk_) {
      for (std::uint8_t i = 0; i < 8; ++i) offer(i);
      for (TimePoint next = path_.next_deadline(); next < now_ + kPeriod; next = path_.next_deadline())
        release(next);
    }
  }

  std::uint64_t sent = 0;
  const FaultCounters& faults() const { return path_.counters(); }
  const StreamTable& streams() const { return table_; }
  std::string scrape() const {
    UnitReport report;
    report.unit.name = "Beam";
    report.streams = &table_;
    report.receiver = receiver_.stats();
    report.sessions = receiver_.session_count();
    return metrics_text({.elapsed = now_ - test::kStart, .units = {report}, .recording = {}});
  }

 private:
  static test::Bytes encoded(test::Message message) {
    message.data = test::chunk(20, 10'000);
    return test::packet(wire::Command::RtMessage, 0, test::encode(message));
  }

  /// Sends a chunk, with the configuration every 200 ms. Sequence number and timestamp are written to their
  /// places in the datagram (sections 1.2 and 2.1).
  void offer(std::uint8_t sender) {
    test::Bytes& datagram = chunk_ % 20 == 0 ? opening_[sender] : following_;
    detail::store_big_endian(datagram.data() + 2, static_cast<std::uint16_t>(chunk_));
    detail::store_big_endian(datagram.data() + 8, static_cast<std::uint32_t>(chunk_ * 10'000));
    const Endpoint from = Endpoint::ipv4(0x0A000001, static_cast<std::uint16_t>(40'000 + sender));
    path_.offer({datagram, from, kUnit, kUnit}, now_);
    ++sent;
  }

  void release(TimePoint at) {
    while (const auto due = path_.poll(at)) {
      receiver_.on_datagram(due->datagram.bytes, due->datagram.from, due->at);
      table_.flush();
    }
  }

  static inline const Endpoint kUnit = Endpoint::ipv4(0x0A000002, 7255);
  std::vector<test::Bytes> opening_;  ///< one for each service
  test::Bytes following_ = encoded(test::wave(0));
  TimePoint now_ = test::kStart;
  std::uint64_t chunk_ = 0;
  FaultPath path_;
  Nobody nobody_;
  StreamTable table_{nobody_, "Beam"};
  stream::Receiver receiver_{eight_services(), table_};
};

StreamTotals total(const StreamTable& streams) {
  StreamTotals sum;
  for (const auto& [id, of_service] : streams.services()) sum.add(of_service);
  return sum;
}

void check(const Projectors& projectors, bool any_loss) {
  const StreamTotals all = total(projectors.streams());
  CHECK(projectors.sent == projectors.faults().offered);
  CHECK(all.streams == 8);
  CHECK(all.datagrams == projectors.faults().released);
  // Losses at the end are counted only when the next datagram arrives.
  CHECK(all.missed <= projectors.faults().lost);
  CHECK(all.missed + 8 >= projectors.faults().lost);
  CHECK(all.samples == 20 * all.datagrams);
  CHECK(all.dark_events == 0);
  CHECK(all.output.overruns == 0);
  CHECK(all.output.late_chunks == 0);
  // Each lost chunk is 10 ms dark; consecutive ones are one underrun.
  CHECK(all.output.dark == 10ms * static_cast<std::int64_t>(all.missed));
  CHECK((all.output.underruns() > 0) == any_loss);
}

/// Memory for new buckets of the histograms: rare offsets, after three or more losses in a row, occur for the
/// first time even after days. A stream has at most 20'000 buckets.
constexpr std::size_t kRareOffsets = 128 * 1024;

/// The names and labels of a scrape, without the values.
std::string series(const std::string& scrape) {
  std::string all;
  std::istringstream lines(scrape);
  for (std::string line; std::getline(lines, line);)
    all += (line.starts_with('#') ? line : line.substr(0, line.rfind(' '))) + '\n';
  return all;
}

void live(Duration time, const DirectionPlan& plan) {
  Projectors projectors(plan);
  projectors.run(10min);
  const std::string scraped = series(projectors.scrape());
  const std::size_t before = test::heap_octets();
  projectors.run(time - 10min);
  const std::size_t after = test::heap_octets();
  CHECK(after <= before + (plan.is_empty() ? 0 : kRareOffsets));
  CHECK(series(projectors.scrape()) == scraped);
  projectors.run(1s);
  check(projectors, plan.loss > 0);
}

TEST_CASE("an hour of virtual time with eight streams: memory flat, counters exact", "[server]") {
  live(1h, GENERATE(DirectionPlan{}, DirectionPlan{.loss = 0.01, .delay = 10ms, .jitter = 5ms}));
}

TEST_CASE("a day of virtual time with eight streams: memory flat, counters exact", "[server][slow]") {
  live(24h, GENERATE(DirectionPlan{}, DirectionPlan{.loss = 0.01, .delay = 10ms, .jitter = 5ms}));
}

}  // namespace
}  // namespace idn::server
