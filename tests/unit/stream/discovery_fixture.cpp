// SPDX-License-Identifier: MIT
#include "unit/stream/discovery_fixture.hpp"

#include <cstdio>
#include <stdexcept>

namespace idn::test {
namespace {

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Bytes text20(const std::string& text) {
  Bytes octets(20);
  for (std::size_t i = 0; i < text.size() && i < 20; ++i) octets[i] = static_cast<std::byte>(text[i]);
  return octets;
}

}  // namespace

Bytes Request::answer_header() const {
  return {static_cast<std::byte>(command() + 1), bytes.at(1), bytes.at(2), bytes.at(3)};
}

Bytes SimulatedUnit::answer(const Request& request) const {
  const bool is_mine = request.to == at || (request.to.port == at.port && (request.to.address[15] == 0xFF));
  if (request.via != via || !is_mine || !hears(request)) return {};
  switch (request.command()) {
    case 0x10:
      return request.answer_header() +
             Bytes{std::byte{0x28}, std::byte{0x01}, std::byte{status}, std::byte{0}} + from_hex(id) +
             text20(name);
    case 0x12:
      return request.answer_header() + from_hex(service_map);
    case 0x08:
      return request.answer_header() + Bytes(request.bytes.begin() + 4, request.bytes.end());
    default:
      return {};
  }
}

std::uint32_t address(const std::string& text) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (std::sscanf(text.c_str(), "%u.%u.%u.%u", &a, &b, &c, &d) != 4) throw std::invalid_argument(text);
  return a << 24 | b << 16 | c << 8 | d;
}

Endpoint at(const std::string& text) {
  const auto colon = text.find(':');
  const auto port = colon == std::string::npos ? kIdnPort : std::stoul(text.substr(colon + 1));
  return Endpoint::ipv4(address(text), static_cast<std::uint16_t>(port));
}

std::vector<NetworkInterface> example_interfaces() {
  return {
      {.name = "eth0",
       .address = address("192.168.1.5"),
       .netmask = address("255.255.255.0"),
       .can_broadcast = true},
      {.name = "eth1", .address = address("10.0.0.5"), .netmask = address("255.0.0.0"), .can_broadcast = true},
      {.name = "wlan0",
       .address = address("192.168.2.5"),
       .netmask = address("255.255.255.0"),
       .can_broadcast = true,
       .is_wireless = true},
      {.name = "lo", .address = address("127.0.0.1"), .netmask = address("255.0.0.0"), .is_loopback = true}};
}

void SearchFixture::start() {
  engine.start_round(interfaces, next_sequence, now);
  next_sequence = static_cast<std::uint16_t>(next_sequence + 0x4321);
}

std::vector<Request> SearchFixture::poll() {
  std::vector<Request> sent;
  while (const auto datagram = engine.poll_transmit(now))
    sent.push_back({datagram->via, datagram->to, {datagram->bytes.begin(), datagram->bytes.end()}, now});
  return sent;
}

std::vector<Request> SearchFixture::poll_until(TimePoint end) {
  std::vector<Request> sent;
  for (; now < end; now = std::min(end, engine.next_deadline())) {
    const auto due = poll();
    sent.insert(sent.end(), due.begin(), due.end());
  }
  return sent;
}

stream::UnitList SearchFixture::round(const std::vector<SimulatedUnit>& units) {
  start();
  requests.clear();
  while (!engine.is_round_over(now)) {
    // Answers can make new requests due at the same time.
    for (auto due = poll(); !due.empty(); due = poll())
      for (const Request& request : due) {
        requests.push_back(request);
        for (const SimulatedUnit& unit : units)
          if (const Bytes answer = unit.answer(request); !answer.empty())
            engine.on_datagram(answer, request.via, unit.at, now + unit.delay);
      }
    now = engine.next_deadline();
  }
  engine.finish_round();
  return engine.units();
}

}  // namespace idn::test
