// SPDX-License-Identifier: MIT
#include "idn_server/server.hpp"

#include <boost/asio/ip/udp.hpp>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "cli/failure.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/wire/acknowledge.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_timeout.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::server {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;
using namespace std::chrono_literals;

constexpr std::uint32_t kLoopbackAddress = 0x7F000001;

/// Stores reports; the test reads them after the end of the server, or waits for the first dark event.
struct RecordingReporter : Reporter {
  std::promise<DarkEvent> first_dark;
  std::vector<DarkEvent> dark;
  std::vector<cli::RecordingFacts> failures;
  std::vector<StreamFacts> streams;  ///< of the first unit
  std::vector<UnitFacts> units;
  std::vector<std::string> warnings;
  ServerFacts server;

  void listening(const UnitFacts& unit) override { units.push_back(unit); }
  void stream_started(const StreamFacts&) override {}
  void went_dark(const StreamFacts&, const DarkEvent& event) override {
    if (dark.empty()) first_dark.set_value(event);
    dark.push_back(event);
  }
  void warned(const std::string& text) override { warnings.push_back(text); }
  void progress(std::span<const StreamTable* const>, Duration) override {}
  void recording_failed(const cli::RecordingFacts& recording) override { failures.push_back(recording); }
  void finished(const ServerFacts& facts) override {
    streams = facts.units.at(0).streams->finished();
    server = facts;
  }
};

/// A server on a free port of loopback in its own thread, and a client socket.
struct Running {
  RecordingReporter reporter;
  Server server;
  std::future<int> exit_code;
  asio::io_context context;
  udp::socket client{context, udp::endpoint(asio::ip::address_v4(kLoopbackAddress), 0)};

  explicit Running(std::string record = "") : Running(options(std::move(record))) {}
  explicit Running(const Options& options) : server(options, reporter) {
    exit_code = std::async(std::launch::async, [this] { return server.run(); });
  }
  ~Running() { server.stop(); }

  static Options options(std::string record) {
    Options options;
    options.units = {unit("Beam", 1)};
    options.record.path = std::move(record);
    options.no_realtime = true;  // these tests do not depend on timing
    return options;
  }
  static UnitOptions unit(const char* name, std::uint8_t last_octet_of_id) {
    UnitOptions unit;
    unit.port = 0;
    unit.address = kLoopbackAddress;
    unit.name = name;
    unit.unit_id = wire::UnitId::eui48({2, 0, 0, 0, 0, last_octet_of_id});
    unit.services = stream::one_laser();
    return unit;
  }

  void send(const std::vector<std::byte>& datagram, std::size_t unit = 0) {
    client.send_to(asio::buffer(datagram), {asio::ip::address_v4(kLoopbackAddress), server.local(unit).port});
  }
  std::vector<std::byte> ask(const std::string& vector, std::size_t unit = 0) {
    send(test::vector_file("idn/" + vector + ".hex"), unit);
    return receive();
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
    REQUIRE(context.run_for(test::kTestTimeout) == 1);
    answer.resize(length);
    return answer;
  }

  int stop() {
    server.stop();
    return exit_code.get();
  }
};

/// Example 10, with what it lacks: the units report that their outputs have data, with a latency of 40 ms.
std::vector<std::byte> acknowledge_of_opening() {
  auto octets = test::vector_file("idn/10-acknowledge-success.hex");
  octets[10] = std::byte{wire::ack_status::kOpenChannels | wire::ack_status::kOutputBuffered};
  octets[14] = std::byte{0x9C};
  octets[15] = std::byte{0x40};
  return octets;
}

TEST_CASE("the running server answers, measures and ends in good order", "[server][kernel]") {
  Running running;
  running.send(test::vector_file("idn/05-ping-request.hex"));
  CHECK(running.receive() == test::vector_file("idn/06-ping-response.hex"));
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  CHECK(running.receive() == acknowledge_of_opening());
  running.send(test::from_hex("45 00 00 65"));
  running.receive();
  CHECK(running.stop() == 0);
  REQUIRE(running.reporter.streams.size() == 1);
  CHECK(running.reporter.streams[0].summary.samples == 20);
  CHECK(running.reporter.server.units[0].datagrams() == 3);
#ifdef __linux__
  CHECK(running.reporter.server.units[0].unstamped == 0);
#endif
}

TEST_CASE("the running server tells a silent stream dark after its second", "[server]") {
  Running running;
  auto dark = running.reporter.first_dark.get_future();
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  running.receive();
  const auto answered = std::chrono::steady_clock::now();
  REQUIRE(dark.wait_for(test::kTestTimeout) == std::future_status::ready);
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
  CHECK(running.reporter.failures.size() == 1);
  REQUIRE(running.reporter.server.recording);
  CHECK(running.reporter.server.recording->missing == 2);
  CHECK(running.reporter.server.units[0].receiver.realtime == 1);
}
#endif

TEST_CASE("two units in one server are two receivers", "[server]") {
  Options options = Running::options("");
  options.units.push_back(Running::unit("Right", 2));
  Running running(options);
  const auto left = running.ask("01-scan-request", 0);
  const auto right = running.ask("01-scan-request", 1);
  REQUIRE(left.size() == 44);
  REQUIRE(right.size() == 44);
  CHECK(left[8 + 7] == std::byte{1});
  CHECK(right[8 + 7] == std::byte{2});
  CHECK(right[24] == std::byte{'R'});
  // One client streams to the same service of both units; neither is busy.
  CHECK(running.ask("09-wave-open-config", 0) == acknowledge_of_opening());
  CHECK(running.ask("09-wave-open-config", 1) == acknowledge_of_opening());
  CHECK(running.stop() == 0);
  REQUIRE(running.reporter.units.size() == 2);
  REQUIRE(running.reporter.server.units.size() == 2);
  for (const auto& unit : running.reporter.server.units) CHECK(unit.datagrams() == 2);
}

#ifndef _WIN32  // Wine has one loopback address
TEST_CASE("clients outside of the allowed networks get no answer and are counted", "[server]") {
  Options options = Running::options("");
  options.units[0].allow = {*cli::parse_network("10.0.0.0/8"), *cli::parse_network("127.0.0.2")};
  options.units.push_back(Running::unit("Open", 2));
  Running running(options);
  running.send(test::vector_file("idn/01-scan-request.hex"));
  running.send(test::vector_file("idn/09-wave-open-config.hex"));
  running.client = udp::socket(running.context, {asio::ip::address_v4(kLoopbackAddress + 1), 0});
  // The first response is that to the allowed client.
  CHECK(running.ask("05-ping-request") == test::vector_file("idn/06-ping-response.hex"));
  CHECK(running.stop() == 0);
  const auto& unit = running.reporter.server.units[0];
  CHECK(unit.not_allowed == 2);
  CHECK(unit.receiver.datagrams == 1);
  CHECK(unit.datagrams() == 3);
  CHECK(unit.streams->finished().empty());
}
#endif

TEST_CASE("a session more than there may be is refused and the scan tells that all are taken", "[server]") {
  Options options = Running::options("");
  options.units[0].max_sessions = 1;
  Running running(options);
  running.ask("09-wave-open-config");
  running.client = udp::socket(running.context, {asio::ip::address_v4(kLoopbackAddress), 0});
  const auto refusal = running.ask("09-wave-open-config");
  REQUIRE(refusal.size() == 16);
  CHECK(refusal[5] == std::byte{0xEC});
  CHECK(running.ask("01-scan-request").at(6) == std::byte{0x11});
  CHECK(running.stop() == 0);
  CHECK(running.reporter.server.units[0].receiver.refused == 1);
}

TEST_CASE("a unit keeps its ID from start to start, and where it cannot it says so", "[server]") {
  test::TemporaryFolder folder;
  Options options = Running::options("");
  options.units[0].unit_id.reset();
  options.state = folder / "state";
  options.duration = 1ms;
  RecordingReporter first, second, homeless;
  CHECK(Server(options, first).run() == 0);
  CHECK(Server(options, second).run() == 0);
  CHECK(first.units.at(0).unit_id == second.units.at(0).unit_id);
  CHECK(first.warnings.empty());

  std::ofstream(folder / "file") << "in the way";
  options.state = folder / "file/state";
  CHECK(Server(options, homeless).run() == 0);
  CHECK(homeless.units.at(0).unit_id == io::derive_unit_id(io::machine_identity(), homeless.units[0].local));
  REQUIRE(homeless.warnings.size() == 1);
  CHECK(homeless.warnings[0].find("--state") != std::string::npos);
}

TEST_CASE("a port in use and an impossible file are refused before anything starts", "[server]") {
  Running running;
  Options options = Running::options("");
  const test::TemporaryFolder folder;
  const std::string kept = folder / "of another program.pcap";
  std::ofstream(kept) << "its recording";
  SECTION("port") {
    options.units[0].port = running.server.local().port;
    options.record.path = kept;
  }
  SECTION("file") {
    options.record.path = (std::filesystem::temp_directory_path() / "no such folder" / "x.pcap").string();
  }
  RecordingReporter reporter;
  try {
    Server second(options, reporter);
    FAIL("was accepted");
  } catch (const cli::Failure& failure) {
    CHECK(failure.code() == cli::kEnvironment);
  }
  CHECK(std::filesystem::file_size(kept) == 13);
}

}  // namespace
}  // namespace idn::server
