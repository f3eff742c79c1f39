// SPDX-License-Identifier: MIT
// The producer thread with a real session; the tick side runs in virtual time on the test's thread.
#include "sender/feeder.hpp"

#include <algorithm>

#include "idn/io/driver.hpp"
#include "sender/source/sample_feed.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/memory_transport.hpp"
#include "support/wave_packet.hpp"

using namespace idn;
using sender::Feeder;

namespace {

/// Lit samples; after `count` of them the source ends or throws.
class Lit final : public stream::SampleSource {
 public:
  Lit(std::size_t count, bool throws) : left_(count), throws_(throws) {}
  std::size_t read(std::span<LaserSample> out, std::stop_token) override {
    if (left_ == 0 && throws_) throw std::runtime_error("the source broke");
    const std::size_t count = std::min(left_, out.size());
    std::ranges::fill(out.first(count), LaserSample{100, 100, 0xFFFF, 0, 0, 0xFFFF});
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
  bool throws_;
};

struct Stream {
  explicit Stream(sender::SampleFeed& feed) : session(&feed.open({})) {}
  void run() { io::run(*session, clock, net, stats, {}); }

  stream::SenderSession* session;
  test::FakeClock clock;
  test::MemoryTransport net{clock};
  io::DriverStats stats;
};

bool is_lit(const test::MemoryTransport::Sent& sent) {
  const test::WavePacket packet(sent.octets);
  std::vector<LaserSample> samples(packet.samples.size() / 7);
  wire::decode_samples(wire::SampleFormat::Xyrgb, packet.samples, samples);
  return !std::ranges::all_of(samples, &LaserSample::is_dark);
}

}  // namespace

TEST_CASE("a source shorter than the prefill is played whole", "[sender]") {
  Lit source(250, false);
  sender::SampleFeed feed(source, {.prefill = 2000});
  Stream stream(feed);
  Feeder feeder(feed, *stream.session);
  CHECK(feeder.ready().get());
  feeder.finish();
  stream.run();
  CHECK(std::ranges::count_if(stream.net.sent, is_lit) == 3);
}

TEST_CASE("a source without samples is reported as such", "[sender]") {
  Lit source(0, false);
  sender::SampleFeed feed(source, {.prefill = 2000});
  Stream stream(feed);
  Feeder feeder(feed, *stream.session);
  CHECK_FALSE(feeder.ready().get());
  feeder.finish();
}

TEST_CASE("the limit cuts a source exactly", "[sender]") {
  Lit source(1'000'000, false);
  // Ready only when all is there, since the prefill is never reached.
  sender::SampleFeed feed(source, {.prefill = 5000, .limit = 2999});
  Stream stream(feed);
  Feeder feeder(feed, *stream.session);
  CHECK(feeder.ready().get());
  feeder.finish();
  stream.run();
  CHECK(std::ranges::count_if(stream.net.sent, is_lit) == 30);
}

TEST_CASE("an exception in a source ends the stream dark and closed, and reaches the caller", "[sender]") {
  Lit source(3000, true);
  sender::SampleFeed feed(source, {.prefill = 2000});
  Stream stream(feed);
  Feeder feeder(feed, *stream.session);
  CHECK(feeder.ready().get());
  stream.run();  // ends only because the feeder closes the session
  CHECK_THROWS_WITH(feeder.finish(), "the source broke");
  REQUIRE(stream.net.sent.size() >= 3);
  const auto& sent = stream.net.sent;
  CHECK_FALSE(is_lit(sent[sent.size() - 3]));
  CHECK(test::WavePacket(sent[sent.size() - 2].octets).message->config->close);
  CHECK(test::WavePacket(sent.back().octets).header.command == wire::Command::RtClose);
}

TEST_CASE("an exception before anything was played is reported instead of a start", "[sender]") {
  Lit source(0, true);
  sender::SampleFeed feed(source, {.prefill = 2000});
  Stream stream(feed);
  Feeder feeder(feed, *stream.session);
  CHECK_THROWS_WITH(feeder.ready().get(), "the source broke");
}
