// SPDX-License-Identifier: MIT
// Real sockets on loopback, and clients that block until they get an answer.
#include "plugins/etherdream/dac_server.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <future>
#include <set>

#include "support/catch.hpp"
#include "support/hex.hpp"
#ifndef _WIN32
#include "support/inherited_sockets.hpp"
#endif
#include "idn/stop_token.hpp"
#include "support/test_timeout.hpp"
#include "unit/plugins/etherdream/fake_output.hpp"

using namespace idn;
using namespace idn::etherdream;
using boost::asio::ip::tcp;
using test::from_hex;

namespace {

namespace asio = boost::asio;
using Octets = std::vector<std::byte>;

constexpr std::uint32_t kLocal = 0x7F00'0001;
constexpr char kPlayTwoPoints[] =
    "70 64 02 00"
    "00 00 01 00 02 00 FF FF 00 00 00 00 00 00 00 00 00 00"
    "00 00 03 00 04 00 FF FF 00 00 00 00 00 00 00 00 00 00"
    "62 00 00 30 75 00 00";

/// A DAC on a thread of its own. Read its output only after its end.
class RunningDac {
 public:
  explicit RunningDac(ClientTimeouts timeouts = {}, std::vector<Endpoint> announce_to = {}, int reads = 0) {
    output.reads_until_empty = reads;
    if (announce_to.empty()) announce_to = {Endpoint::ipv4(kLocal, 9)};  // the discard port
    server = std::make_unique<DacServer>(
        context_, DacAddress{Endpoint::ipv4(kLocal, 0), announce_to}, Firmware{}, Behaviour{}, output,
        [this](const std::string& text) {
          if (text.starts_with("underrun")) underrun.set_value();
        },
        timeouts);
    port = server->local().port;
    thread_ = jthread([this] { context_.run(); });
  }
  ~RunningDac() { end(); }

  void end() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    server.reset();
  }

  test::FakeOutput output;
  std::promise<void> underrun;
  std::unique_ptr<DacServer> server;
  std::uint16_t port = 0;

 private:
  asio::io_context context_;
  jthread thread_;
};

class EtherDreamClient {
 public:
  explicit EtherDreamClient(std::uint16_t port) : socket_(context_) {
    socket_.connect(tcp::endpoint(asio::ip::address_v4(kLocal), port));
  }

  void send(const std::string& hex) { send(from_hex(hex)); }
  void send(const Octets& octets) { asio::write(socket_, asio::buffer(octets)); }
  /// Reads `count` octets, or fewer if the connection ends.
  Octets read(std::size_t count) {
    Octets octets(count);
    boost::system::error_code error;
    octets.resize(asio::read(socket_, asio::buffer(octets), error));
    return octets;
  }
  /// Response, command and playback state of the next answer; "end" after the end of the connection.
  std::string answer() {
    const Octets octets = read(kAnswerOctets);
    if (octets.size() != kAnswerOctets) return "end";
    return {static_cast<char>(octets[0]), static_cast<char>(octets[1]),
            static_cast<char>('0' + static_cast<int>(octets[4]))};
  }
  void reset() {
    socket_.set_option(asio::socket_base::linger(true, 0));
    socket_.close();
  }
  void close() { socket_.close(); }

 private:
  asio::io_context context_;
  tcp::socket socket_;
};

}  // namespace

TEST_CASE("Ether Dream server: greets, and answers each command in its order", "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  client.send(kPlayTwoPoints);
  CHECK(client.answer() == "ap1");
  CHECK(client.answer() == "ad1");
  CHECK(client.answer() == "ab2");
  client.send("76");
  CHECK(client.read(kVersionOctets).size() == kVersionOctets);
  client.send("73");
  CHECK(client.answer() == "as0");
  dac.end();
  CHECK(dac.output.opened == 1);
  CHECK(dac.output.closed == 1);
  CHECK(dac.output.shown == std::vector<LaserSample>{{.x = 1, .y = 2, .r = 0xFFFF, .intensity = 0xFFFF},
                                                     {.x = 3, .y = 4, .r = 0xFFFF, .intensity = 0xFFFF}});
}

TEST_CASE("Ether Dream server: commands may come octet by octet", "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  for (const std::byte octet : from_hex(kPlayTwoPoints)) client.send(Octets{octet});
  CHECK(client.answer() == "ap1");
  CHECK(client.answer() == "ad1");
  CHECK(client.answer() == "ab2");
}

TEST_CASE("Ether Dream server: the longest command there is gets its answer", "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  Octets longest(kLongestCommand, std::byte{0xFF});
  longest[0] = std::byte{'d'};
  jthread sender([&] { client.send(longest); });
  CHECK(client.answer() == "Id0");
  sender.join();
  client.send("3F");
  CHECK(client.answer() == "a?0");
}

TEST_CASE("Ether Dream server: an unknown command ends the connection, dark", "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  client.send(std::string(kPlayTwoPoints) + " 78 64 00 00");
  CHECK(client.answer() == "ap1");
  CHECK(client.answer() == "ad1");
  CHECK(client.answer() == "ab2");
  CHECK(client.answer() == "end");
  EtherDreamClient next(dac.port);
  CHECK(next.answer() == "a?0");
  next.send("78");
  CHECK(next.answer() == "end");
  dac.end();
  CHECK(dac.output.stops == 1);
  CHECK(dac.output.aborts == 0);
  CHECK(dac.output.closed == 2);
}

TEST_CASE("Ether Dream server: dark and free for others however the client goes", "[plugins][etherdream]") {
  const bool resets = GENERATE(false, true);
  RunningDac dac({.second_client = test::kTestTimeout});
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  client.send(kPlayTwoPoints);
  for (int i = 0; i < 3; ++i) client.answer();
  if (resets)
    client.reset();
  else
    client.close();
  EtherDreamClient next(dac.port);
  CHECK(next.answer() == "a?0");
  next.send("3F");
  CHECK(next.answer() == "a?0");
  dac.end();
  CHECK(dac.output.stops == 1);
  CHECK(dac.output.opened == 2);
  CHECK(dac.output.closed == 2);
}

TEST_CASE("Ether Dream server: who comes while another is on its way out gets its place",
          "[plugins][etherdream]") {
  RunningDac dac({.second_client = test::kTestTimeout, .silence = test::kTestTimeout});
  EtherDreamClient first(dac.port);
  CHECK(first.answer() == "a?0");
  EtherDreamClient second(dac.port);
  first.send("3F");  // the first client is still served
  CHECK(first.answer() == "a?0");
  first.close();
  CHECK(second.answer() == "a?0");
}

TEST_CASE("Ether Dream server: a second client is turned away without a word", "[plugins][etherdream]") {
  RunningDac dac({.second_client = std::chrono::milliseconds(1), .silence = test::kTestTimeout});
  EtherDreamClient first(dac.port);
  CHECK(first.answer() == "a?0");
  EtherDreamClient second(dac.port);
  CHECK(second.answer() == "end");
  first.send("3F");
  CHECK(first.answer() == "a?0");
}

TEST_CASE("Ether Dream server: a client that is silent and does not play gives way", "[plugins][etherdream]") {
  RunningDac dac({.second_client = std::chrono::milliseconds(1), .silence = std::chrono::milliseconds(0)});
  EtherDreamClient first(dac.port);
  CHECK(first.answer() == "a?0");
  EtherDreamClient second(dac.port);
  CHECK(second.answer() == "a?0");
  CHECK(first.answer() == "end");
  second.send(kPlayTwoPoints);
  for (int i = 0; i < 3; ++i) second.answer();
  EtherDreamClient third(dac.port);
  CHECK(third.answer() == "end");  // refused, as the second plays
}

TEST_CASE("Ether Dream server: without a projector nobody is served", "[plugins][etherdream]") {
  test::FakeOutput output;
  output.problem = "not found";
  asio::io_context context;
  DacServer server(context, {Endpoint::ipv4(kLocal, 0), {}}, {}, {}, output, [](const std::string&) {});
  jthread thread([&] { context.run(); });
  EtherDreamClient client(server.local().port);
  CHECK(client.answer() == "end");
  context.stop();
}

TEST_CASE("Ether Dream server: an empty buffer is noticed without a command", "[plugins][etherdream]") {
  RunningDac dac({}, {}, 20);
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  client.send(kPlayTwoPoints);
  for (int i = 0; i < 3; ++i) client.answer();
  REQUIRE(dac.underrun.get_future().wait_for(test::kTestTimeout) == std::future_status::ready);
  client.send("3F");
  CHECK(client.answer() == "a?0");
  dac.end();
  CHECK(dac.output.stops == 1);
}

TEST_CASE("Ether Dream server: who asks without a pause is answered once a millisecond while nothing is urgent",
          "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  Octets points(3 + 1000 * DacPoint::kOctets);
  points[0] = std::byte{'d'};
  points[1] = std::byte{1000 & 0xFF};
  points[2] = std::byte{1000 >> 8};
  client.send("70");
  client.send(points);
  client.send("62 00 00 30 75 00 00");
  for (const char* const answer : {"ap1", "ad1", "ab2"}) CHECK(client.answer() == answer);
  constexpr int kQuestions = 20;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kQuestions; ++i) {
    client.send("3F");
    CHECK(client.answer() == "a?2");
  }
  CHECK(std::chrono::steady_clock::now() - begin >= (kQuestions - 1) * ClientConnection::kPause);
}

TEST_CASE("Ether Dream server: so is who asks while points are needed, but commands are carried out at once",
          "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  client.send(kPlayTwoPoints);
  for (const char* const answer : {"ap1", "ad1", "ab2"}) CHECK(client.answer() == answer);
  const char* const question = GENERATE("3F", "64 00 00");
  constexpr int kQuestions = 20;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kQuestions; ++i) {
    client.send(question);
    client.answer();
  }
  CHECK(std::chrono::steady_clock::now() - begin >= (kQuestions - 1) * ClientConnection::kPause);
}

#ifndef _WIN32
TEST_CASE("Ether Dream server: programs that are started inherit neither listener nor connection",
          "[plugins][etherdream]") {
  RunningDac dac;
  EtherDreamClient client(dac.port);
  CHECK(client.answer() == "a?0");
  CHECK(test::sockets_at(dac.port) == test::SocketCounts{.all = 2, .inherited = 0});
}
#endif

TEST_CASE("Ether Dream server: is announced from its address", "[plugins][etherdream]") {
  asio::io_context context;
  asio::ip::udp::socket listener(context, asio::ip::udp::endpoint(asio::ip::address_v4(kLocal), 0));
  RunningDac dac({}, {Endpoint::ipv4(kLocal, listener.local_endpoint().port())});
  std::set<std::uint16_t> ports;  // by which clients tell DACs apart
  for (int i = 0; i < 2; ++i) {
    Octets octets(100);
    asio::ip::udp::endpoint from;
    octets.resize(listener.receive_from(asio::buffer(octets), from));
    ports.insert(from.port());
    REQUIRE(octets.size() == kBroadcastOctets);
    CHECK(from.address().to_v4().to_uint() == kLocal);
    CHECK(Octets(octets.begin() + 10, octets.begin() + 16) == from_hex("07 07 A0 86 01 00"));
  }
  CHECK((ports == std::set{kBroadcastPort} || ports == std::set{dac.port}));
}
