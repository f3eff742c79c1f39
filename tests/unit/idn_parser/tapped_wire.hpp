// SPDX-License-Identifier: MIT
#pragma once

#include "datagrams.hpp"
#include "idn_parser/table/traffic.hpp"
#include "support/catch.hpp"

namespace idn::test {

/// Sends datagrams to a table, one per millisecond.
class TappedWire {
 public:
  explicit TappedWire(std::uint16_t port = kIdnPort) : traffic(port) {}

  void send(const Octets& octets, const Endpoint& from = kClient, const Endpoint& to = kServer) {
    take({.source = from, .destination = to, .payload = octets, .length = octets.size()});
  }
  void send_marked(const Octets& octets, const capture::UdpMarks& marks) {
    take({.source = kClient,
          .destination = kServer,
          .payload = octets,
          .length = octets.size(),
          .marks = marks});
  }
  /// Sends a datagram of which only the first `captured` octets are in the capture.
  void send_cut(const Octets& octets, std::size_t captured) {
    take({.source = kClient,
          .destination = kServer,
          .payload = ConstBytes(octets).first(captured),
          .length = octets.size()});
  }
  void send_in_fragments(const Octets& octets) {
    take({.source = kClient,
          .destination = kServer,
          .payload = octets,
          .length = octets.size(),
          .fragments = 2});
  }

  const parser::Connection& connection() const {
    REQUIRE(traffic.connections().size() == 1);
    return traffic.connections().begin()->second;
  }
  /// The record of the only stream, after all datagrams sent so far.
  const parser::StreamRecord& stream() {
    traffic.finish();
    REQUIRE(connection().streams().size() == 1);
    return connection().streams().begin()->second;
  }

  parser::Traffic traffic;

 private:
  void take(const capture::UdpDatagram& datagram) {
    const Duration time = number_ * std::chrono::milliseconds(1);
    traffic.take(datagram, {.time = time, .packet_number = ++number_});
  }

  std::uint64_t number_ = 0;
};

}  // namespace idn::test
