// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stream/find/discovery.hpp"
#include "support/hex.hpp"

/// A search in simulated networks with units, in virtual time. Answers of units are built octet by octet, not
/// by the encoder of the library.
namespace idn::test {

using Bytes = std::vector<std::byte>;

/// A datagram that the search sends.
struct Request {
  std::size_t via = 0;
  Endpoint to;
  Bytes bytes;
  TimePoint at;

  std::uint8_t command() const { return std::to_integer<std::uint8_t>(bytes.at(0)); }
  /// Header of the answer: command, group, sequence.
  Bytes answer_header() const;
};

/// A unit at one address. A unit with two addresses is two of these with the same ID.
struct SimulatedUnit {
  std::size_t via = 0;
  Endpoint at;
  std::string id = "07 01 12 34 56 78 9A BC 00 00 00 00 00 00 00 00";
  std::string name = "Beam";
  std::uint8_t status = 0x01;
  std::string service_map = "04 18 00 00";
  Duration delay = std::chrono::microseconds(300);
  std::function<bool(const Request&)> hears = [](const Request&) { return true; };

  /// Its answer to a request; empty: none.
  Bytes answer(const Request& request) const;
};

/// Parses "192.168.1.10" (port 7255) or "192.168.1.10:PORT".
Endpoint at(const std::string& text);
std::uint32_t address(const std::string& text);

/// The interfaces eth0 192.168.1.5/24, eth1 10.0.0.5/8, wlan0 192.168.2.5/24, lo.
std::vector<NetworkInterface> example_interfaces();
inline constexpr std::size_t kEth0 = 0, kEth1 = 1, kWlan0 = 2, kLoopback = 3;

struct SearchFixture {
  explicit SearchFixture(stream::DiscoveryConfig config = {}) : engine(std::move(config)) {}

  /// Runs a whole round; `requests` then holds what was sent.
  stream::UnitList round(const std::vector<SimulatedUnit>& units);

  void start();
  /// The requests that are due now.
  std::vector<Request> poll();
  /// The requests that are due until `end`.
  std::vector<Request> poll_until(TimePoint end);
  void give(const Bytes& bytes, std::size_t via, const Endpoint& from) {
    engine.on_datagram(bytes, via, from, now);
  }

  stream::Discovery engine;
  std::vector<NetworkInterface> interfaces = example_interfaces();
  std::vector<Request> requests;
  TimePoint now{std::chrono::seconds(1000)};
  std::uint16_t next_sequence = 0xFFF0;  // so that sequence numbers wrap
};

}  // namespace idn::test
