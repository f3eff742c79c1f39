// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "idn/bytes.hpp"

namespace idn::load {

/// Hostile datagrams: noise, noise after a valid packet header, and examples of the protocol with some octets
/// changed, cut off or added. Determined by the seed.
class HostileDatagrams {
 public:
  static constexpr std::size_t kLongest = 65507;

  explicit HostileDatagrams(std::uint64_t seed);

  /// Writes one datagram, as if sent by the client with this number, and returns its length.
  std::size_t write(std::size_t client, std::span<std::byte, kLongest> out);

 private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(chance_() % limit); }
  std::size_t write_noise(MutableBytes out);
  std::size_t write_almost_valid(std::size_t client, MutableBytes out);

  std::mt19937_64 chance_;
  std::vector<std::vector<std::byte>> examples_;
  std::array<std::uint16_t, 256> sequences_{};  ///< of each client
};

/// Sends hostile datagrams from many ports.
class FloodSockets {
 public:
  static constexpr std::size_t kPorts = 64;

  /// @throws cli::Failure if a socket cannot be opened
  FloodSockets(std::uint16_t target_port, std::uint64_t seed);
  ~FloodSockets();
  FloodSockets(const FloodSockets&) = delete;
  FloodSockets& operator=(const FloodSockets&) = delete;

  /// Sends `count` datagrams, but at most kBatch, from the next port, in one system call.
  /// @return how many were sent
  std::size_t send(std::size_t count);

  static constexpr std::size_t kBatch = 16;

 private:
  HostileDatagrams datagrams_;
  std::vector<int> sockets_;
  std::vector<std::array<std::byte, HostileDatagrams::kLongest>> buffers_;
  std::size_t next_ = 0;
};

}  // namespace idn::load
