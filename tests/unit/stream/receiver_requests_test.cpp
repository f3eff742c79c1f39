// SPDX-License-Identifier: MIT
#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

using wire::Command;

TEST_CASE("ping, scan and group requests are answered octet by octet as in the examples", "[stream]") {
  ReceiverFixture unit;
  const auto [request, response] =
      GENERATE(table<const char*, const char*>({{"01-scan-request", "02-scan-response"},
                                                {"05-ping-request", "06-ping-response"},
                                                {"07-group-get-request", "08-group-response"}}));
  CAPTURE(request);
  CHECK(unit.feed(vector_file(std::string("idn/") + request + ".hex")) ==
        vector_file(std::string("idn/") + response + ".hex"));
  CHECK(unit.receiver.stats().requests == 1);
}

TEST_CASE("a service map lists the services as configured", "[stream]") {
  ReceiverFixture unit;
  const Bytes answer = unit.feed(packet(Command::ServiceMapRequest, 7));
  REQUIRE(answer.size() == 4 + 4 + 4 * 24);
  ByteReader in(answer);
  CHECK(wire::PacketHeader::decode(in) == wire::PacketHeader{Command::ServiceMapResponse, 0, 7});
  const auto map = wire::ServiceMap::decode(in);
  REQUIRE(map);
  CHECK(map->relay_count() == 0);
  REQUIRE(map->service_count() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(map->service(i) == example_config().services[i]);
}

TEST_CASE("requests are answered while a stream runs and do not touch it", "[stream]") {
  ReceiverFixture unit;
  unit.tell(opening_wave(1000));
  CHECK_FALSE(unit.feed(packet(Command::ScanRequest, 4711)).empty());
  CHECK_FALSE(unit.feed(packet(Command::PingRequest, 5)).empty());
  CHECK(unit.ask(wave(2000)).input_events == wire::input_event::kNew);
}

TEST_CASE("requests of one address get 50 answers a second, of all 1000, pings any number", "[stream]") {
  ReceiverFixture unit;
  const auto answers_to = [&](std::uint32_t address, int requests,
                              Command command = Command::ServiceMapRequest) {
    int answers = 0;
    for (int i = 0; i < requests; ++i)
      answers += !unit.feed(packet(command, 7), Endpoint::ipv4(address, 1)).empty();
    return answers;
  };
  CHECK(answers_to(1, 60) == 50);
  CHECK(answers_to(2, 10) == 10);
  CHECK(unit.receiver.stats().unanswered == 10);
  CHECK(answers_to(1, 60, Command::PingRequest) == 60);
  unit.advance(std::chrono::milliseconds(100));
  CHECK(answers_to(1, 60) == 5);
  unit.advance(std::chrono::seconds(1));
  int answers = 0;
  for (std::uint32_t address = 100; address < 200; ++address) answers += answers_to(address, 20);
  CHECK(answers == 1000);
}

TEST_CASE("the answer copies the client group and clears the reserved nibble", "[stream]") {
  ReceiverFixture unit;
  const Bytes answer = unit.feed(from_hex("10 F5 12 34"));
  REQUIRE(answer.size() == 44);
  CHECK(answer[1] == std::byte{0x05});
  CHECK(answer[2] == std::byte{0x12});
  CHECK(answer[3] == std::byte{0x34});
}

TEST_CASE("the longest ping comes back unchanged", "[stream]") {
  ReceiverFixture unit;
  Bytes payload(65503);
  for (std::size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<std::byte>(i * 7);
  CHECK(unit.feed(packet(Command::PingRequest, 9, payload)) == packet(Command::PingResponse, 9, payload));
}

TEST_CASE("extra octets in a scan request do not matter", "[stream]") {
  ReceiverFixture unit;
  CHECK(unit.feed(from_hex("10 00 00 01 AA BB")) == vector_file("idn/02-scan-response.hex"));
}

TEST_CASE("the scan status tells of an excluded group and of occupied sessions", "[stream]") {
  auto config = example_config();
  config.group_mask = 0xFFFD;
  config.max_sessions = 1;
  ReceiverFixture unit(config);
  const auto status = [&](std::uint8_t group) {
    return unit.feed(packet(Command::ScanRequest, 0, {}, group)).at(6);
  };
  CHECK(status(0) == std::byte{0x01});
  CHECK(status(1) == std::byte{0x21});
  unit.ask_empty();
  CHECK(status(0) == std::byte{0x11});
  CHECK(status(1) == std::byte{0x31});
}

TEST_CASE("without a code the group mask can be read but not set, and malformed requests are told so",
          "[stream]") {
  auto config = example_config();
  config.group_mask = 0x1234;
  ReceiverFixture unit(config);
  const auto answer_to = [&](const char* request) {
    return unit.feed(from_hex(std::string("0C 00 00 04 ") + request));
  };
  const std::string rest = " 00 00 00 00 00 00 00 00 00 00 00 00";
  CHECK(answer_to(("10 01 00 00" + rest).c_str()) == from_hex("0D 00 00 04 04 00 12 34"));
  CHECK(answer_to(("10 02 00 00" + rest).c_str()) == from_hex("0D 00 00 04 04 FE 12 34"));
  CHECK(answer_to(("10 03 00 00" + rest).c_str()) == from_hex("0D 00 00 04 04 FF 12 34"));
  CHECK(answer_to(("0F 01 00 00" + rest).c_str()) == from_hex("0D 00 00 04 04 FF 12 34"));
  CHECK(answer_to("10 01") == from_hex("0D 00 00 04 04 FF 12 34"));
  CHECK(answer_to("") == from_hex("0D 00 00 04 04 FF 12 34"));
}

/// A request that sets the group mask, with an authentication code of up to 12 characters.
Bytes set_request(std::uint16_t mask, std::string_view code) {
  Bytes request = from_hex("0C 00 00 04 10 02 00 00");
  request[6] = static_cast<std::byte>(mask >> 8);
  request[7] = static_cast<std::byte>(mask & 0xFF);
  for (const char c : code) request.push_back(static_cast<std::byte>(c));
  request.resize(20);
  return request;
}

/// A unit whose group mask can be set with the code "open sesame".
stream::ReceiverConfig guarded_config() {
  auto config = example_config();
  config.auth_code = "open sesame";
  return config;
}

TEST_CASE("whoever knows the code sets the group mask", "[stream]") {
  ReceiverFixture unit(guarded_config());
  CHECK(unit.feed(set_request(0x8001, "open sesame")) == from_hex("0D 00 00 04 04 00 80 01"));
  CHECK(unit.receiver.config().group_mask == 0x8001);
  CHECK(unit.feed(from_hex("0C 00 00 05 10 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00")) ==
        from_hex("0D 00 00 05 04 00 80 01"));
}

TEST_CASE("a wrong code changes nothing", "[stream]") {
  ReceiverFixture unit(guarded_config());
  unit.tell(opening_wave(0));
  const std::string_view code = GENERATE("", "open", "open sesamE", "open sesame!");
  CAPTURE(code);
  CHECK(unit.feed(set_request(0, code)) == from_hex("0D 00 00 04 04 FD FF FF"));
  CHECK(unit.receiver.config().group_mask == 0xFFFF);
  CHECK(unit.receiver.session_count() == 1);
}

TEST_CASE("links of a group that is excluded go dark and end at once, the others stay", "[stream]") {
  ReceiverFixture unit(guarded_config());
  unit.tell(opening_wave(0, 2));
  unit.group = 3;
  unit.tell(opening_wave(0, 1));
  unit.journal.take();
  unit.advance(std::chrono::milliseconds(5));
  unit.feed(set_request(0xFFF7, "open sesame"));
  CHECK(unit.journal.take() == std::vector<std::string>{"dark 2/0 client group excluded at 5 ms",
                                                        "close 2/0 client group excluded at 5 ms",
                                                        "end 2 client group excluded at 5 ms"});
  CHECK(unit.receiver.session_count() == 1);
  CHECK(unit.ask(wave(1000)).result == wire::AckResult::GroupExcluded);
  unit.group = 0;
  CHECK(unit.ask(wave(1000)).result == wire::AckResult::Accepted);
}

TEST_CASE("what is not meant for a unit gets no answer", "[stream]") {
  ReceiverFixture unit;
  const std::string datagram =
      GENERATE("", "10", "10 00 00", "00 00 00 01", "09 00 00 01", "0D 00 00 01", "11 00 00 01", "13 00 00 01",
               "20 00 00 01 01 00 00 01", "22 00 00 01", "28 00 00 01", "42 00 00 01", "43 00 00 01",
               "47 00 00 01", "FF 00 00 01");
  CAPTURE(datagram);
  CHECK(unit.feed(from_hex(datagram)).empty());
  CHECK(unit.journal.lines.empty());
  CHECK(unit.receiver.stats().too_short + unit.receiver.stats().ignored == 1);
}

}  // namespace
}  // namespace idn::test
