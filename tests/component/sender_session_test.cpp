// SPDX-License-Identifier: MIT
#include "support/wave_session.hpp"

#include <thread>
#include "support/catch.hpp"
#include "support/hex.hpp"

#include "idn/stop_token.hpp"
#include "support/show.hpp"

using namespace idn;
using namespace std::chrono_literals;
using stream::WaveConfig;
using test::lit;
using test::Show;
using test::WavePacket;
using test::WaveSession;

TEST_CASE("a show is its samples, then darkness, channel close and session close", "[stream]") {
  Show show;
  show.push_lit(299);
  show.session->finish();
  show.run();
  REQUIRE(show.net.sent.size() == 6);
  CHECK(show.samples(0).front() == LaserSample{});
  CHECK(show.samples(0)[1] == lit(1234));
  CHECK(show.samples(2).back() == lit(1234));
  CHECK(show.samples(3) == std::vector<LaserSample>(100, blanked(lit(1234))));
  CHECK(show.packet(4).message->config->close);
  CHECK(show.packet(5).header.command == wire::Command::RtClose);
  CHECK_FALSE(show.packet(5).message.has_value());
  for (std::size_t i = 0; i < 5; ++i) CHECK(show.net.sent[i].at == show.net.sent[0].at + 1ms * i);
  CHECK(show.net.sent[5].at == show.net.sent[4].at);
  CHECK(show.packet(0).header.sequence == 0);  // 1: the request for an acknowledge beside it
  for (std::size_t i = 1; i < 6; ++i) CHECK(show.packet(i).header.sequence == i + 1);
}

TEST_CASE("a source that starts dark at the origin gets no extra sample", "[stream]") {
  Show show;
  show.session->push(std::vector<LaserSample>(1));
  show.push_lit(199);
  show.session->finish();
  show.run();
  CHECK(show.session->stats().samples.value() == 300);
  CHECK(show.net.sent.size() == 5);
}

TEST_CASE("no timestamp lies in the future of its sending, and chunks meet", "[stream]") {
  WaveConfig config{.packer = {.rate = {30'000}, .samples_per_packet = 70}};
  config.tick = GENERATE(0ns, 1ms, 2333us, 5ms);
  Show show(config);
  show.push_lit(7'000);
  show.session->finish();
  show.run();
  std::int64_t expected = -1;
  for (const auto& sent : show.net.sent) {
    const WavePacket packet(sent.octets);
    if (!packet.chunk) continue;
    const std::int64_t sent_us = sent.at.time_since_epoch() / 1us;
    const std::int64_t timestamp_us = unwrap(packet.message->header.timestamp, sent_us);
    CHECK(timestamp_us <= sent_us);
    CHECK(sent_us - timestamp_us < 10'000);
    if (expected >= 0) CHECK(timestamp_us == expected);
    expected = timestamp_us + packet.chunk->duration_us;
  }
}

TEST_CASE("a late producer costs light, never the timeline", "[stream]") {
  Show show;
  show.push_lit(150);
  WaveSession& session = *show.session;
  const TimePoint start = show.clock.now();
  session.start(start);
  const auto first = session.poll_transmit(start);
  REQUIRE(first.has_value());
  CHECK_FALSE(WavePacket(*session.poll_transmit(start)).chunk);  // requests an acknowledge
  CHECK_FALSE(session.poll_transmit(start).has_value());
  const WavePacket second(*session.poll_transmit(start + 1ms));
  std::vector<LaserSample> samples(100);
  wire::decode_samples(wire::kUsualFormat, second.samples, samples);
  CHECK(samples[50] == lit(1234));  // 150 samples and the leading dark one
  CHECK(samples[51] == blanked(lit(1234)));
  CHECK(second.chunk->duration_us == 1000);
  CHECK(session.stats().starved_samples.value() == 49);
}

TEST_CASE("close() goes dark with the next packet, whatever is still buffered", "[stream]") {
  Show show;
  show.push_lit(5'000);
  WaveSession& session = *show.session;
  const TimePoint start = show.clock.now();
  session.start(start);
  session.poll_transmit(start);
  session.close();
  const WavePacket dark(*session.poll_transmit(start + 1ms));
  std::vector<LaserSample> samples(100);
  wire::decode_samples(wire::kUsualFormat, dark.samples, samples);
  CHECK(std::ranges::all_of(samples, &LaserSample::is_dark));
  session.poll_transmit(start + 1ms);
  CHECK(WavePacket(*session.poll_transmit(start + 2ms)).message->config->close);
  CHECK(WavePacket(*session.poll_transmit(start + 2ms)).header.command == wire::Command::RtClose);
  CHECK(session.is_done());
  CHECK(session.next_deadline() == kNever);
}

TEST_CASE("close ends the driver loop with a proper close", "[stream]") {
  Show show;
  show.push_lit(5'000);
  show.session->close();
  show.run();
  REQUIRE(show.net.sent.size() == 3);
  CHECK(std::ranges::all_of(show.samples(0), &LaserSample::is_dark));
  CHECK(show.packet(2).header.command == wire::Command::RtClose);
}

TEST_CASE("finish plays what was pushed, to the last sample", "[stream]") {
  Show show;
  show.push_lit(5'000);
  show.session->finish();
  show.run();
  std::ptrdiff_t lit = 0;
  for (std::size_t i = 0; i + 2 < show.net.sent.size(); ++i)
    lit += std::ranges::count_if(show.samples(i), [](const LaserSample& sample) { return !sample.is_dark(); });
  CHECK(lit == 5'000);
  // One more because of the dark origin, one with dark samples, two closes: 51 + 3.
  CHECK(show.net.sent.size() == 51 + 3);
  CHECK(show.packet(53).header.command == wire::Command::RtClose);
}

TEST_CASE("close is dark at once, also behind finish", "[stream]") {
  Show show;
  show.push_lit(5'000);
  show.session->finish();
  show.session->close();
  show.run();
  REQUIRE(show.net.sent.size() == 3);
  CHECK(std::ranges::all_of(show.samples(0), &LaserSample::is_dark));
}

TEST_CASE("a finished stream stays dark for a while before it closes, so that the receiver plays its buffer",
          "[stream]") {
  Show show(stream::LinkConfig{.dark_before_close = 20ms});
  // What the receiver reports in us, and for how many ms it is dark: as long as is asked for, or for the
  // latency that is reported, if that is longer, but 5 s at most. After one second without samples a stream
  // sends only keepalives.
  const auto [reported, dark_ms] =
      GENERATE(table<std::uint32_t, std::size_t>({{0, 20}, {10'000, 20}, {50'000, 50}, {0xFFFF'FFFF, 5'000}}));
  auto answer = test::vector_file("idn/10-acknowledge-success.hex");
  answer[3] = std::byte{1};  // that of the request beside the first packet
  for (std::size_t i = 0; i < 4; ++i) answer[12 + i] = static_cast<std::byte>(reported >> (24 - 8 * i));
  show.net.answers.push_back(answer);
  show.push_lit(299);
  show.session->finish();
  show.run();
  const std::size_t count = show.net.sent.size();
  if (dark_ms < 1'000) CHECK(count == 3 + dark_ms + 3);
  for (std::size_t i = 3; i + 2 < count; ++i)
    if (show.packet(i).chunk) CHECK(show.samples(i) == std::vector<LaserSample>(100, blanked(lit(1234))));
  CHECK(show.packet(count - 2).message->config->close);
  CHECK(show.packet(count - 1).header.command == wire::Command::RtClose);
  CHECK(show.net.sent.back().at == show.net.sent.front().at + 1ms * (4 + dark_ms));
  CHECK(show.session->stats().starved_samples.value() == 0);
}

TEST_CASE("after the end nothing that waits is shown, and the receiver plays dark samples before the close",
          "[stream]") {
  Show show(stream::LinkConfig{.dark_before_close = 20ms});
  show.push_lit(5'000);
  const bool is_finished = GENERATE(false, true);
  if (is_finished) show.session->finish();
  show.session->end();
  CHECK(show.session->push(std::vector<LaserSample>(100, lit(1))) == 0);
  show.run();
  const std::size_t count = show.net.sent.size();
  REQUIRE(count >= 20 + 3);
  for (std::size_t i = 0; i + 2 < count; ++i)
    if (show.packet(i).chunk) CHECK(std::ranges::all_of(show.samples(i), &LaserSample::is_dark));
  CHECK(show.packet(count - 2).message->config->close);
  CHECK(show.net.sent.back().at - show.net.sent.front().at == 20ms + 1ms);
}

TEST_CASE("close ends a finished stream at once, though it would stay dark for a while", "[stream]") {
  const auto session = WaveSession::create({}, WaveSession::kRing, {.dark_before_close = 1h}).value();
  session->push(std::vector<LaserSample>(99, lit(1234)));
  session->finish();
  TimePoint now{1h};
  session->start(now);
  const auto datagrams_in = [&](Duration time) {
    std::size_t count = 0;
    for (const TimePoint end = now + time; now < end; now += 1ms)
      while (session->poll_transmit(now)) ++count;
    return count;
  };
  CHECK(datagrams_in(5ms) == 5 + 1);  // a request for an acknowledge
  session->close();
  CHECK(datagrams_in(5ms) == 3);
  CHECK(session->is_done());
}

TEST_CASE("behind finish no sample is taken, so that the end comes", "[stream]") {
  Show show;
  show.push_lit(100);
  show.session->finish();
  CHECK(show.session->push(std::vector<LaserSample>(100, lit(1))) == 0);
}

TEST_CASE("any thread may ask whether a session is done", "[stream]") {
  Show show;
  show.push_lit(5'000);
  show.session->finish();
  jthread ticker([&] { show.run(); });
  while (!show.session->is_done()) std::this_thread::yield();
  CHECK(show.session->stats().samples.value() > 5'000);
}

TEST_CASE("a flood of answers does not hold up the thread that keeps the time", "[stream]") {
  struct Flood final : io::Transport {
    std::error_code send(ConstBytes) noexcept override { return {}; }
    std::size_t receive(MutableBytes) noexcept override { return ++taken < 100'000 ? 16 : 0; }
    int taken = 0;
  } flood;
  test::FakeClock clock;
  io::DriverStats stats;
  const auto session = WaveSession::create({}).value();
  session->start(clock.now());
  io::send_due(*session, clock, flood, stats);
  io::read_answers(*session, clock, flood);
  REQUIRE(session->awaits_answer());
  CHECK(flood.taken == io::kMostAnswers);
}

TEST_CASE("a stall within the catch-up limit leaves the timeline alone, a longer one restarts it", "[stream]") {
  const auto stall = GENERATE(Duration(40ms), Duration(40ms + 1ns));
  CAPTURE(stall.count());
  int wake_ups = 0;
  Show show({}, [&](TimePoint deadline) { return ++wake_ups == 10 ? deadline + stall : deadline; });
  show.push_lit(5'000);
  show.session->finish();
  show.run();
  const bool restarts = stall > 40ms;
  CHECK(show.session->stats().reanchors.value() == (restarts ? 1 : 0));
  CHECK(show.session->stats().worst_lateness.value() == stall);
  const WavePacket before = show.packet(9), after = show.packet(10);
  const auto gap = static_cast<std::uint32_t>(after.message->header.timestamp) -
                   static_cast<std::uint32_t>(before.message->header.timestamp) - before.chunk->duration_us;
  CHECK(gap == (restarts ? 40'000 : 0));
}

TEST_CASE("no packet with samples requests an acknowledge of a receiver that has answered none", "[stream]") {
  const bool moves = GENERATE(false, true);
  Show show;
  show.session->start(show.clock.now());
  std::vector<int> asking;
  const TimePoint start = show.clock.now();
  for (int ms = 0; ms < 31'000; ++ms) {
    show.push_lit(100);
    if (moves && ms == 5'000) show.session->on_retarget(start + ms * 1ms);
    while (const auto datagram = show.session->poll_transmit(start + ms * 1ms)) {
      const WavePacket packet(*datagram);
      if (packet.header.command != wire::Command::RtMessageAckRequest) continue;
      CHECK_FALSE(packet.chunk.has_value());
      asking.push_back(ms);
    }
  }
  if (moves)
    CHECK(asking == std::vector<int>{0, 500, 1000, 4'000, 5'000, 5'500, 6'000, 9'000, 12'000, 15'000, 18'000,
                                     21'000, 24'000, 27'000, 30'000});
  else
    CHECK(asking ==
          std::vector<int>{0, 500, 1000, 4'000, 7'000, 10'000, 13'000, 16'000, 19'000, 22'000, 25'000, 28'000});
}

TEST_CASE("an acknowledge is requested beside the first packet, then by one every 500 ms, and answers are kept",
          "[stream]") {
  Show show;
  const auto ack = [](int sequence) {
    auto octets = test::vector_file("idn/10-acknowledge-success.hex");
    octets[3] = static_cast<std::byte>(sequence);
    return octets;
  };
  show.net.answers.push_back(ack(99));  // not requested
  show.net.answers.push_back(ack(1));
  show.net.answers.push_back(ack(31));  // without it every chunk after the next period would have a request
  std::vector<std::size_t> asking;
  show.session->push(std::vector<LaserSample>(8'000, lit(1)));
  show.session->finish();
  show.session = WaveSession::create({}, WaveSession::kRing, {.acknowledge_period = 30ms}).value();
  show.push_lit(7'000);
  show.session->finish();
  show.run();
  for (std::size_t i = 0; i < show.net.sent.size(); ++i)
    if (show.packet(i).header.command == wire::Command::RtMessageAckRequest) asking.push_back(i);
  CHECK(asking == std::vector<std::size_t>{30, 60});
  REQUIRE(show.net.requests.size() == 1);
  CHECK(show.net.requests[0].at == show.net.sent[0].at);
  CHECK(WavePacket(show.net.requests[0].octets).header.sequence == 1);
  CHECK(show.session->stats().acks_requested.value() == 3);
  CHECK(show.session->stats().acks_received.value() == 2);
  const stream::AckSummary last = show.session->stats().last_answer.value();
  CHECK(last.result == wire::AckResult::Accepted);
  CHECK(last.input_events == wire::input_event::kNew);
  CHECK(last.pipeline_events == wire::pipeline_event::kRouted);
}

TEST_CASE("what the network refuses is counted, and the stream goes on", "[stream]") {
  Show show;
  show.net.error = std::make_error_code(std::errc::connection_refused);
  show.push_lit(1'000);
  show.session->finish();
  show.run();
  CHECK(show.stats.send_errors.value() == show.net.sent.size() + show.net.requests.size());
  CHECK(show.stats.last_error.value() == static_cast<int>(std::errc::connection_refused));
  CHECK(show.session->is_done());
}

TEST_CASE("a session that is done stays so at any time", "[stream]") {
  Show show;
  show.session->finish();
  show.run();
  CHECK(show.session->next_deadline() == kNever);
  CHECK_FALSE(show.session->poll_transmit(kNever).has_value());
}
