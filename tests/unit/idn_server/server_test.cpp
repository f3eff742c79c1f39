// SPDX-License-Identifier: MIT
#include "idn_server/server.hpp"

#include <boost/asio/ip/udp.hpp>
#include <filesystem>
#include <future>
#include <thread>

#include "cli/failure.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::server {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;
using namespace std::chrono_literals;

constexpr std::uint32_t kLoopback = 0x7F000001;

/// Keeps what it is told; the test reads it when the server has ended, or waits for the first dark event.
struct Keeper : Reporter {
  std::promise<DarkEvent> first_dark;
  std::vector<DarkEvent> dark;
  std::vector<RecordingFacts> failures;
  std::vector<StreamFacts> streams;
  ServerFacts server;

  void listening(const UnitFacts&) override {}
  void stream_started(const StreamFacts&) override {}
  void went_dark(const StreamFacts&, const DarkEvent& event) override {
    if (dark.empty()) first_dark.set_value(event);
    dark.push_back(event);
  }
  void progress(const StreamTable&, Duration) override {}
  void recording_failed(const RecordingFacts& recording) override { failures.push_back(recording); }
  void finished(const StreamTable& table, const ServerFacts& facts) override {
    streams = table.finished();
    server = facts;
  }
};

/// A server on a free port of loopback in its own thread, and a client socket.
struct Running {
  Keeper keeper;
  Server server;
  std::future<int> exit_code;
  asio::io_context context;
  udp::socket client{context, udp::endpoint(asio::ip::address_v4(kLoopback), 0)};

  explicit Running(std::string record = "") : server(options(std::move(record)), keeper) {
    exit_code = std::async(std::launch::async, [this] { return server.run(); });
  }
  ~Running() { server.stop(); }

  static Options options(std::string record) {
    Options options;
    options.port = 0;
    options.address = kLoopback;
    options.name = "Beam";
    options.services = {*parse_service("1:laser")};
    options.record = std::move(record);
    return options;
  }

  void send(const std::vector<std::byte>& datagram) {
    client.send_to(asio::buffer(datagram), {asio::ip::address_v4(kLoopback), server.local().port});
  }

  /// The next answer, waiting at most five seconds.
  std::vector<std::byte> receive() {
    std::vector<std::byte> answer(65536);
    std::size_t length = 0;
    client.async_receive(asio::buffer(answer), [&](boost::system::error_code error, std::size_t octets) {
      REQUIRE_FALSE(error);
      length = octets;
    });
    context.restart();
    REQUIRE(context.run_for(5s) == 1);
    answer.resize(length);
    return answer;
  }

  int stop() {
    server.stop();
    return exit_code.get();
  }
};

TEST_CASE("the running server answers, measures and ends in good order", "[server]") {
  Running running;
  running.send(test::vector_file("idn/05-ping-request.hex"));
  CHECK(running.receive() == test::vector_file("idn/06-ping-response.hex"));
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  CHECK(running.receive() == test::vector_file("idn/10-acknowledge-success.hex"));
  running.send(test::from_hex("45 00 00 65"));
  running.receive();
  CHECK(running.stop() == 0);
  REQUIRE(running.keeper.streams.size() == 1);
  CHECK(running.keeper.streams[0].summary.samples == 20);
  CHECK(running.keeper.server.receiver.datagrams == 3);
#ifdef __linux__
  CHECK(running.keeper.server.unstamped == 0);
#endif
}

TEST_CASE("the running server tells a silent stream dark after its second", "[server]") {
  Running running;
  auto dark = running.keeper.first_dark.get_future();
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  running.receive();
  const auto answered = std::chrono::steady_clock::now();
  REQUIRE(dark.wait_for(10s) == std::future_status::ready);
  const DarkEvent event = dark.get();
  CHECK(event.reason == stream::EndReason::LinkTimeout);
  CHECK(event.since_samples == 1s);
  CHECK(std::chrono::steady_clock::now() - answered > 900ms);
  CHECK(running.stop() == 0);
}

#ifdef __linux__
TEST_CASE("a full disk does not disturb the stream and shows in the exit code", "[server]") {
  Running running("/dev/full");
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  running.receive();
  CHECK(running.stop() == cli::kEnvironment);
  CHECK(running.keeper.failures.size() == 1);
  REQUIRE(running.keeper.server.recording);
  CHECK(running.keeper.server.recording->missing == 2);
  CHECK(running.keeper.server.receiver.realtime == 1);
}
#endif

TEST_CASE("a port in use and an impossible file are refused before anything starts", "[server]") {
  Running running;
  Options options = Running::options("");
  SECTION("port") {
    options.port = running.server.local().port;
  }
  SECTION("file") {
    options.record = (std::filesystem::temp_directory_path() / "no such folder" / "x.pcap").string();
  }
  Keeper keeper;
  try {
    Server second(options, keeper);
    FAIL("was accepted");
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kEnvironment);
  }
}

}  // namespace
}  // namespace idn::server
