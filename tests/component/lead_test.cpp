// SPDX-License-Identifier: MIT
// A driver that runs ahead of the departure times, which the kernel's queue discipline keeps.
#include "io/send/stream_loop.hpp"
#include "support/hex.hpp"
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using test::Show;
using test::WavePacket;

namespace {

constexpr Duration kLead = 2ms;

void run(Show& show) {
  test::run(*show.session, show.clock, show.net, show.stats, kLead);
}

std::uint32_t timestamp(const Show& show, std::size_t index) {
  return static_cast<std::uint32_t>(show.packet(index).message->header.timestamp);
}

}  // namespace

TEST_CASE("with a lead, datagrams are handed over early, with the departures and times of a stream without",
          "[stream]") {
  Show plain, early;
  for (Show* show : {&plain, &early}) {
    show->push_lit(999);
    show->session->finish();
  }
  const TimePoint start = early.clock.now();
  plain.run();
  run(early);
  REQUIRE(early.net.sent.size() == plain.net.sent.size());
  for (std::size_t i = 0; i < plain.net.sent.size(); ++i) {
    CAPTURE(i);
    CHECK(plain.net.sent[i].departure == plain.net.sent[i].at);
    CHECK(early.net.sent[i].departure == plain.net.sent[i].at);
    CHECK(early.net.sent[i].at == std::max(start, plain.net.sent[i].at - kLead));
    CHECK(early.net.sent[i].octets == plain.net.sent[i].octets);
  }
  CHECK(early.session->stats().late_ticks.value() == 0);
}

TEST_CASE("a late wake-up within the lead delays nothing; beyond it the datagram leaves late and is counted",
          "[stream]") {
  const Duration late = GENERATE(0us, 1999us, 2000us, 2300us);
  Show show({}, [late](TimePoint deadline) { return deadline + late; });
  show.push_lit(399);
  show.session->finish();
  run(show);
  const auto& stats = show.session->stats();
  CHECK(stats.worst_lateness.value() == std::max(Duration{0}, late - kLead));
  CHECK((stats.late_ticks.value() > 0) == (late > 2ms + 100us));
  for (std::size_t i = 1; i < 4; ++i) CHECK(timestamp(show, i) - timestamp(show, i - 1) == 1000);
}

TEST_CASE("the round trip counts from the departure", "[stream]") {
  Show show;
  show.push_lit(999);
  show.session->start(show.clock.now() + kLead);
  io::send_due(*show.session, show.clock, show.net, show.stats, kLead);
  REQUIRE(show.net.sent.size() == 1);
  REQUIRE(show.net.requests.size() == 1);
  REQUIRE(show.session->awaits_answer());
  show.clock.advance(kLead + 300us);
  auto acknowledge = test::vector_file("idn/10-acknowledge-success.hex");
  acknowledge[3] = std::byte{1};  // sequence number of the request beside the first packet
  show.net.answers.push_back(acknowledge);
  io::read_answers(*show.session, show.clock, show.net);
  CHECK(show.session->stats().round_trip.value() == 300us);
}

TEST_CASE("a loop of several streams runs ahead of all of them", "[stream]") {
  test::FakeClock clock;
  test::MemoryTransport net(clock);
  io::DriverStats stats;
  const auto session = test::WaveSession::create({.packer = {.rate = {50'000}}}).value();
  session->push(std::vector<LaserSample>(999));
  session->finish();
  io::StreamLoop loop(kLead);
  loop.add(*session, net, stats);
  const TimePoint start = clock.now();
  loop.start(start);
  while (loop.step(clock)) {
  }
  REQUIRE(net.sent.size() > 8);
  for (std::size_t i = 1; i < 8; ++i) {
    CHECK(net.sent[i].departure == start + i * 2ms);
    CHECK(net.sent[i].at == start + i * 2ms - kLead);
  }
}

TEST_CASE("what the kernel dropped as late is no refusal", "[stream]") {
  io::DriverStats stats;
  stats.count(std::make_error_code(std::errc::operation_canceled));
  CHECK(stats.late_in_kernel.value() == 1);
  CHECK(stats.send_errors.value() == 0);
}
