// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/stream_plan.hpp"

/// What streams take of an Ethernet link, before they are sent.
namespace idn::sender {

/// Octets that a UDP datagram takes of Ethernet with an MTU of 1500, with preamble, headers, padding, checksum
/// and the gap to the next frame; of all fragments, if IP divides it.
std::size_t ethernet_octets(std::size_t datagram) noexcept;
/// IP packets that it takes.
std::size_t ip_packets(std::size_t datagram) noexcept;

struct StreamLoad {
  std::string projector;  ///< by the name in the venue file, else the target
  double datagrams = 0;   ///< per second
  double packets = 0;     ///< per second, of IP: more than datagrams if they are divided
  double octets = 0;      ///< per second, see ethernet_octets()
  std::size_t burst = 0;  ///< octets that leave at one wake-up
  bool is_limit = false;  ///< of frames whose length is not known: as much as there can be
};

/// Without what a stream takes only at its start, after a loss and at its end.
StreamLoad load_of(const StreamPlan& plan);

/// A link that all streams share.
struct Link {
  std::uint64_t mbit = 0;   ///< per second
  std::string interface{};  ///< towards receivers, with this speed; empty: none is known
};

/// 100 and 1000 Mbit/s, and the speeds of interfaces in whose networks the targets are.
std::vector<Link> links_of(const std::vector<StreamPlan>& plans);

std::string bandwidth_text(const std::vector<StreamLoad>& loads, const std::vector<Link>& links);
/// One JSON object on one line.
std::string bandwidth_json(const std::vector<StreamLoad>& loads, const std::vector<Link>& links);

}  // namespace idn::sender
