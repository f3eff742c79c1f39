// SPDX-License-Identifier: MIT
#include "idn_server/faults/faults.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kBegin{1000s};
const Endpoint kSender = Endpoint::ipv4(0x0A000001, 40000);
const Endpoint kOther = Endpoint::ipv4(0x0A000002, 40000);
const Endpoint kReceiver = Endpoint::ipv4(0x0A000003, 7255);

/// One datagram per millisecond, numbered, through a path in virtual time.
struct Run {
  struct Arrival {
    std::uint32_t number;
    Duration delay;
  };
  std::vector<Arrival> arrivals;
  FaultCounters counters;

  Run(const DirectionPlan& plan, std::uint32_t count, std::uint64_t seed = 1, std::size_t octets = 100) {
    FaultPath path(plan, seed, kBegin);
    std::vector<std::byte> bytes(octets);
    TimePoint now = kBegin;
    for (std::uint32_t i = 0; i < count; ++i, now = kBegin + i * 1ms) {
      collect(path, now);
      std::memcpy(bytes.data(), &i, sizeof i);
      path.offer({bytes, kSender, kReceiver, kReceiver}, now);
    }
    collect(path, now + 1h);
    counters = path.counters();
  }

  /// Polls at every deadline, as a loop that is never late.
  void collect(FaultPath& path, TimePoint until) {
    for (TimePoint next = path.next_deadline(); next <= until; next = path.next_deadline()) {
      while (const auto due = path.poll(next)) {
        std::uint32_t number = 0;
        std::memcpy(&number, due->datagram.bytes.data(), sizeof number);
        arrivals.push_back({number, due->at - (kBegin + number * 1ms)});
        CHECK(due->at == next);
      }
    }
  }

  /// Number of datagrams that arrive after one with a higher number.
  std::size_t overtaken() const {
    std::size_t count = 0;
    std::uint32_t highest = 0;
    for (const auto& arrival : arrivals) {
      count += arrival.number < highest ? 1 : 0;
      highest = std::max(highest, arrival.number);
    }
    return count;
  }
};

/// Four standard deviations of a binomial count.
double margin(double share, std::uint32_t count) {
  return 4 * std::sqrt(share * (1 - share) * count);
}

constexpr std::uint32_t kMany = 50'000;

TEST_CASE("an empty plan passes everything on at once and in order", "[server]") {
  const DirectionPlan plan;
  CHECK(plan.is_empty());
  const Run run(plan, 100);
  REQUIRE(run.arrivals.size() == 100);
  for (std::uint32_t i = 0; i < 100; ++i) {
    CHECK(run.arrivals[i].number == i);
    CHECK(run.arrivals[i].delay == 0ms);
  }
}

TEST_CASE("the planned share is lost, each datagram by itself", "[server]") {
  const Run run({.loss = 0.05}, kMany);
  CHECK(static_cast<double>(run.counters.lost) == Approx(0.05 * kMany).margin(margin(0.05, kMany)));
  CHECK(run.arrivals.size() == kMany - run.counters.lost);
  // Losses are independent: 0.05 of the datagrams after a lost one are lost, too.
  std::uint32_t pairs = 0, last = 0;
  for (const auto& arrival : run.arrivals) {
    pairs += arrival.number > last + 2 ? 1 : 0;
    last = arrival.number;
  }
  CHECK(pairs == Approx(0.05 * 0.05 * 0.95 * kMany).margin(60));
}

TEST_CASE("losses in bursts have the planned share and mean length", "[server]") {
  const Run run({.burst_loss = 0.02, .burst_length = 5}, 4 * kMany);
  std::uint32_t bursts = 0, last = 0;
  for (const auto& arrival : run.arrivals) {
    bursts += arrival.number > last + 1 ? 1 : 0;
    last = arrival.number;
  }
  const auto lost = static_cast<double>(run.counters.lost_in_bursts);
  CHECK(lost / (4 * kMany) == Approx(0.02).margin(0.003));
  CHECK(lost / bursts == Approx(5).margin(0.7));
}

TEST_CASE("a delay is exact, and jitter wanders evenly around it without changing the order", "[server]") {
  for (const auto& arrival : Run({.delay = 10ms}, 100).arrivals) CHECK(arrival.delay == 10ms);
  const Run run({.delay = 10ms, .jitter = 5ms}, kMany);
  REQUIRE(run.arrivals.size() == kMany);
  CHECK(run.overtaken() == 0);
  double sum = 0, squares = 0;
  Duration least = 1h, most{};
  std::map<std::int64_t, int> thirds;
  for (const auto& arrival : run.arrivals) {
    const double ms = std::chrono::duration<double, std::milli>(arrival.delay).count();
    sum += ms;
    squares += ms * ms;
    least = std::min(least, arrival.delay);
    most = std::max(most, arrival.delay);
    ++thirds[(arrival.delay - 5ms) * 3 / 10ms];
  }
  const double mean = sum / kMany;
  CHECK(least >= 5ms);
  CHECK(least < 5100us);
  CHECK(most <= 15ms);
  CHECK(most > 14900us);
  CHECK(mean == Approx(10).margin(0.2));
  CHECK(std::sqrt(squares / kMany - mean * mean) == Approx(5 / std::sqrt(3.0)).margin(0.1));
  for (int third = 0; third < 3; ++third) CHECK(thirds[third] == Approx(kMany / 3.0).margin(kMany / 30.0));
}

TEST_CASE("the planned share is overtaken, each by the next datagram", "[server]") {
  const double share = GENERATE(0.02, 0.5);
  const Run run({.reorder = share}, kMany);
  REQUIRE(run.arrivals.size() == kMany);
  CHECK(run.overtaken() == run.counters.reordered);
  CHECK(static_cast<double>(run.overtaken()) == Approx(share * kMany).margin(margin(share, kMany)));
  for (const auto& arrival : run.arrivals) CHECK(arrival.delay <= 1ms);
}

TEST_CASE("a datagram that nothing overtakes goes on after a while", "[server]") {
  FaultPath path({.reorder = 0.5}, 1, kBegin);
  const std::vector<std::byte> bytes(10);
  path.offer({bytes, kSender, kReceiver, kReceiver}, kBegin);
  // With this seed the first datagram is held back.
  CHECK_FALSE(path.poll(kBegin + 49ms));
  CHECK(path.next_deadline() == kBegin + FaultPath::kLongestHold);
  CHECK(path.poll(kBegin + 50ms));
  CHECK(path.counters().reordered == 0);
}

TEST_CASE("datagrams are overtaken within their own stream only", "[server]") {
  FaultPath path({.reorder = 0.5}, 1, kBegin);
  const std::vector<std::byte> first(10), second(20), third(30);
  path.offer({first, kSender, kReceiver, kReceiver}, kBegin);
  path.offer({second, kOther, kReceiver, kReceiver}, kBegin);
  while (path.poll(kBegin)) continue;
  CHECK(path.counters().reordered == 0);
  path.offer({third, kSender, kReceiver, kReceiver}, kBegin + 1ms);
  CHECK(path.poll(kBegin + 1ms)->datagram.bytes.size() == 30);
  CHECK(path.poll(kBegin + 1ms)->datagram.bytes.size() == 10);
}

TEST_CASE("the planned share arrives twice, or with one bit turned", "[server]") {
  const Run twice({.duplicate = 0.03}, kMany);
  CHECK(twice.arrivals.size() == kMany + twice.counters.duplicated);
  CHECK(static_cast<double>(twice.counters.duplicated) == Approx(0.03 * kMany).margin(margin(0.03, kMany)));

  FaultPath path({.corrupt = 0.3}, 1, kBegin);
  const std::vector<std::byte> zeros(64);
  int turned = 0;
  for (int i = 0; i < 1000; ++i) {
    path.offer({zeros, kSender, kReceiver, kReceiver}, kBegin);
    int bits = 0;
    const auto due = path.poll(kBegin);
    REQUIRE(due);
    for (const std::byte octet : due->datagram.bytes) bits += std::popcount(std::to_integer<unsigned>(octet));
    REQUIRE(bits <= 1);
    turned += bits;
  }
  CHECK(turned == Approx(300).margin(margin(0.3, 1000)));
  CHECK(path.counters().corrupted == static_cast<std::uint64_t>(turned));
}

TEST_CASE("nothing passes while the path is silent", "[server]") {
  const Run run({.silences = {{.at = 100ms, .length = 50ms}, {.at = 1s, .length = 10ms, .every = 100ms}}},
                2000);
  CHECK(run.counters.silenced == 50 + 10 * 10);
  for (const auto& arrival : run.arrivals) {
    CHECK_FALSE((arrival.number >= 100 && arrival.number < 150));
    CHECK_FALSE((arrival.number >= 1000 && arrival.number % 100 < 10));
  }
}

TEST_CASE("a link of limited rate sends one after the other and drops what its queue does not hold",
          "[server]") {
  // 100 octets and 28 of headers are 1024 bits: 2 ms each at 512 kbit/s, twice the interval between them.
  const Run run({.rate = 512'000}, 1000);
  CHECK(run.arrivals[0].delay == 2ms);
  CHECK(run.arrivals[1].delay == 3ms);
  CHECK(run.arrivals[50].delay == 52ms);
  for (const auto& arrival : run.arrivals) CHECK(arrival.delay <= FaultPath::kLinkQueue + 2ms);
  CHECK(run.arrivals.size() == Approx(550).margin(2));
  CHECK(run.counters.over_rate == 1000 - run.arrivals.size());
}

TEST_CASE("the order survives any delay, link and outage", "[server]") {
  const auto seed = GENERATE(range(1, 11));
  const Run run(
      {.loss = 0.1, .delay = 50ms, .jitter = 50ms, .rate = 2'000'000, .silences = {{100ms, 20ms, 300ms}}}, 5000,
      static_cast<std::uint64_t>(seed));
  CHECK(run.overtaken() == 0);
}

TEST_CASE("the same seed strikes the same datagrams, another one others", "[server]") {
  const DirectionPlan plan{.loss = 0.1, .duplicate = 0.1, .reorder = 0.1, .delay = 5ms, .jitter = 5ms};
  const auto outcomes = [&](std::uint64_t seed) {
    std::vector<std::pair<std::uint32_t, Duration>> all;
    for (const auto& arrival : Run(plan, 1000, seed).arrivals) all.emplace_back(arrival.number, arrival.delay);
    return all;
  };
  CHECK(outcomes(7) == outcomes(7));
  CHECK(outcomes(7) != outcomes(8));
}

TEST_CASE("only messages with a configuration are dropped where that is planned", "[server]") {
  FaultPath path({.drop_configurations = 1}, 1, kBegin);
  const auto passes = [&](const std::string& vector) {
    const auto bytes = test::vector_file("idn/" + vector + ".hex");
    path.offer({bytes, kSender, kReceiver, kReceiver}, kBegin);
    return path.poll(kBegin).has_value();
  };
  CHECK_FALSE(passes("09-wave-open-config"));
  CHECK_FALSE(passes("20-frame-open-entire"));
  for (const auto* other : {"01-scan-request", "11-wave-next", "12-keepalive-void-message", "14-channel-close",
                            "15-session-close-ackreq", "22-frame-sequel-middle"})
    CHECK(passes(other));
  CHECK(path.counters().configurations_dropped == 2);
}

TEST_CASE("acknowledges are withheld or say what is planned, and nothing else is touched", "[server]") {
  const auto acknowledge = test::vector_file("idn/10-acknowledge-success.hex");
  const auto scan = test::vector_file("idn/02-scan-response.hex");
  FaultPath silent({.withhold_acknowledges = 1}, 1, kBegin);
  silent.offer({acknowledge, kReceiver, kSender, kReceiver}, kBegin);
  CHECK_FALSE(silent.poll(kBegin));
  silent.offer({scan, kReceiver, kSender, kReceiver}, kBegin);
  CHECK(silent.poll(kBegin));

  FaultPath lying({.acknowledge_result = std::uint8_t{0xEC}}, 1, kBegin);
  lying.offer({acknowledge, kReceiver, kSender, kReceiver}, kBegin);
  auto expected = acknowledge;
  expected.at(5) = std::byte{0xEC};
  const auto due = lying.poll(kBegin);
  REQUIRE(due);
  CHECK(std::ranges::equal(due->datagram.bytes, expected));
  lying.offer({scan, kReceiver, kSender, kReceiver}, kBegin);
  CHECK(std::ranges::equal(lying.poll(kBegin)->datagram.bytes, scan));
}

TEST_CASE("what is on its way is bounded, however small the datagrams are", "[server]") {
  const std::size_t octets = GENERATE(0u, 60'000u);
  FaultPath path({.delay = 10s}, 1, kBegin);
  const std::vector<std::byte> bytes(octets);
  const std::size_t count = 3 * FaultPath::kMostOctets / (octets + sizeof(PassingDatagram));
  for (std::size_t i = 0; i < count; ++i) path.offer({bytes, kSender, kReceiver, kReceiver}, kBegin);
  std::size_t released = 0;
  while (path.poll(kBegin + 10s)) ++released;
  CHECK(released * (octets + sizeof(PassingDatagram)) <= FaultPath::kMostOctets);
  CHECK(released * (octets + 3 * sizeof(PassingDatagram)) >= FaultPath::kMostOctets);
  CHECK(path.counters().overflowed == count - released);
}

TEST_CASE("both directions of two units under one plan have chances of their own", "[server]") {
  const DirectionPlan half{.loss = 0.5};
  const FaultPlan plan{.seed = 3, .arriving = half, .answered = half};
  Faults left(plan, 0, kBegin), right(plan, 1, kBegin);
  const std::vector<std::byte> bytes(10);
  std::array<std::string, 4> outcomes;
  for (int i = 0; i < 64; ++i) {
    std::size_t which = 0;
    for (FaultPath* path : {&left.arriving, &left.answered, &right.arriving, &right.answered}) {
      path->offer({bytes, kSender, kReceiver, kReceiver}, kBegin);
      outcomes[which++] += path->poll(kBegin) ? '1' : '0';
    }
  }
  CHECK(std::set<std::string>(outcomes.begin(), outcomes.end()).size() == 4);
}

}  // namespace
}  // namespace idn::server
