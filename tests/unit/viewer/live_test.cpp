// SPDX-License-Identifier: MIT
// The viewer as a unit, over loopback; senders are sessions of the library.
#include "viewer/model/source/live_source.hpp"

#include "cli/failure.hpp"
#include "idn/wire/acknowledge.hpp"
#include "io/send/stream_socket.hpp"
#include "stream/send/packer.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_timeout.hpp"
#include "viewer/model/source/open_file.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::test;
using namespace idn::viewer;

namespace {

constexpr std::uint32_t kLoopback = 0x7F000001;

/// Sends wave packets of 20 samples at 20 kHz, without waiting between them.
class Client {
 public:
  explicit Client(const LiveSource& source)
      : packer_(stream::Packer::create({.rate = {20'000}, .samples_per_packet = 20}).value()),
        net_(io::StreamSocket::open(source.local()).value()) {}

  void send(bool request_acknowledge = false) {
    const std::vector<LaserSample> samples(20, {.x = 100, .g = 65535});
    REQUIRE_FALSE(net_->send(packer_.pack(samples, request_acknowledge)));
    net_->flush();
  }

  /// Waits for the next acknowledge.
  std::size_t answer(std::chrono::steady_clock::time_point until) {
    std::array<std::byte, 1500> buffer;
    for (; std::chrono::steady_clock::now() < until; net_->flush())
      if (const std::size_t size = net_->receive(buffer)) return size;
    return 0;
  }

 private:
  stream::Packer packer_;
  std::unique_ptr<io::StreamSocket> net_;
};

std::chrono::steady_clock::time_point soon() {
  return std::chrono::steady_clock::now() + test::kTestTimeout;
}

/// Polls the source until the condition holds.
bool reached(LiveSource& source, Recording& recording, const std::function<bool()>& holds) {
  for (const auto end = soon(); !holds() && std::chrono::steady_clock::now() < end; std::this_thread::yield())
    source.poll(recording);
  return holds();
}

}  // namespace

TEST_CASE("several senders to one unit are a stream each, complete", "[viewer]") {
  LiveSource source({.address = kLoopback, .port = 0});
  Recording recording(live_limits());
  Client first(source), second(source);
  for (int i = 0; i < 50; ++i) first.send(), second.send();
  REQUIRE(reached(source, recording, [&] { return recording.samples() == 2 * 50 * 20; }));
  REQUIRE(recording.streams().size() == 2);
  for (const auto& stream : recording.streams()) {
    CHECK(stream->timeline.samples() == 1000);
    CHECK(stream->numbers.lost == 0);
    CHECK(stream->layout);
  }
  CHECK(source.counts().datagrams == 100);
  CHECK(source.counts().queue_drops == 0);
}

TEST_CASE("a picture that stands still delays no acknowledge, and what it misses is counted", "[viewer]") {
  LiveSource source({.address = kLoopback, .port = 0, .queue = 16});
  Client client(source);
  for (int i = 0; i < 100; ++i) client.send();
  client.send(true);
  CHECK(client.answer(soon()) == wire::PacketHeader::kSize + wire::Acknowledge::kSize);
  // The acknowledge is sent before the datagram is counted.
  for (const auto end = soon(); source.counts().datagrams < 101 && std::chrono::steady_clock::now() < end;)
    std::this_thread::yield();
  CHECK(source.counts().datagrams == 101);
  CHECK(source.counts().queue_drops >= 101 - 16);
  Recording recording(live_limits());
  CHECK(source.poll(recording) == 16);
}

TEST_CASE("those who search find the unit and its services by their names", "[viewer]") {
  LiveSource source({.address = kLoopback, .port = 0, .name = "screen 1", .services = {"Front", "Back wall"}});
  const auto net = io::StreamSocket::open(source.local()).value();
  const auto answer = [&](const char* request) {
    REQUIRE_FALSE(net->send(vector_file(request)));
    std::array<std::byte, 1500> buffer;
    std::size_t size = 0;
    for (const auto end = soon(); size == 0 && std::chrono::steady_clock::now() < end;) {
      net->flush();
      size = net->receive(buffer);
    }
    return std::vector<std::byte>(buffer.data(), buffer.data() + size);
  };
  const auto response = answer("idn/01-scan-request.hex");
  const std::string_view text(reinterpret_cast<const char*>(response.data()), response.size());
  CHECK(text.find("screen 1") != std::string_view::npos);
  const auto services = answer("idn/03-servicemap-request.hex");
  ByteReader in(services);
  REQUIRE(wire::PacketHeader::decode(in));
  const auto map = wire::ServiceMap::decode(in);
  REQUIRE(map);
  REQUIRE(map->service_count() == 2);
  CHECK(map->service(0).name.view() == "Front");
  CHECK(map->service(0).is_default());
  CHECK(map->service(1).service_id == 2);
  CHECK(map->service(1).name.view() == "Back wall");
  CHECK_FALSE(map->service(1).is_default());
}

TEST_CASE("a unit records what arrives and what it answers, while it is asked for that", "[viewer]") {
  const TemporaryFolder folder;
  const std::string path = folder / "live.pcap";
  LiveSource source({.address = kLoopback, .port = 0});
  Client client(source);
  const auto sends = [&](int count) {
    const auto before = source.counts().datagrams;
    for (int i = 0; i + 1 < count; ++i) client.send();
    client.send(true);
    CHECK(client.answer(soon()) > 0);
    const auto wanted = before + static_cast<std::uint64_t>(count);
    for (const auto end = soon(); source.counts().datagrams < wanted && std::chrono::steady_clock::now() < end;)
      std::this_thread::yield();
    CHECK(source.counts().datagrams == wanted);
  };
  CHECK_FALSE(source.recording());
  CHECK_FALSE(source.stop_recording());
  source.record(path);
  sends(40);
  CHECK(source.recording());
  const auto recorded = source.stop_recording();
  REQUIRE(recorded);
  CHECK(recorded->packets == 41);
  CHECK(recorded->missing == 0);
  CHECK_FALSE(source.recording());
  sends(3);
  CHECK(open_capture(path, {.port = source.local().port}).samples() == 40 * 20);
  CHECK_THROWS_AS(source.record("/nowhere/x.pcap"), cli::Failure);
}

TEST_CASE("a live recording keeps ten seconds and as many streams as fit", "[viewer]") {
  Recording recording(live_limits());
  StreamEvent event{};
  for (int i = 0; i < 20'000; ++i) {
    event.at = TimePoint(i * 1ms);
    event.what = Shown{std::make_shared<Samples>(Samples{std::vector<LaserSample>(20), {0}}), event.at, 1ms};
    recording.apply(event);
    event.what = Arrived{.samples = 20, .carries_samples = true};
    recording.apply(event);
  }
  CHECK(recording.end() - recording.begin() <= 10s + 1ms);
  CHECK(recording.end() == TimePoint(20s));
  CHECK(recording.streams().front()->datagrams.size() <= 16384);
  for (std::uint8_t channel = 1; channel < 20; ++channel) {
    event.stream.channel = channel;
    event.what = Arrived{.samples = 20, .octets = 176, .carries_samples = true};
    recording.apply(event);
    event.what = WentDark{};
    recording.apply(event);
  }
  CHECK(recording.streams().size() == 16);
  CHECK(recording.refused() == 4);
  event.at = TimePoint(40s);
  recording.apply(event);
  CHECK(recording.refused() == 4);
  CHECK(recording.streams().size() == 1);
}

TEST_CASE("a stream is there as soon as its route is known", "[viewer]") {
  Recording recording(live_limits());
  recording.apply({{}, TimePoint(20s), Routed{}});
  CHECK(recording.streams().front()->last_datagram == TimePoint(20s));
}
