// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>

#include "idn/stream/receiver.hpp"
#include "idn_parser/capture/ip.hpp"
#include "idn_parser/samples/source_option.hpp"
#include "idn_parser/table/connection.hpp"

namespace idn::parser {

/// Plays captured datagrams to receivers, at the times of the capture: what they decode is what a projector
/// with every laser service would have got. Each connection has a receiver of its own, so that two clients of
/// one service both show.
class Replay {
 public:
  /// Connections at a time. A receiver holds about 100 KiB, and a capture may hold forged source addresses.
  static constexpr std::size_t kMaxConnections = 256;

  using OnSamples = std::function<void(const ConnectionKey&, std::uint8_t channel, const stream::SampleChunk&)>;

  /// @param port UDP port of the receivers
  Replay(std::uint16_t port, std::span<const stream::SourceOptions> sources, OnSamples on_samples);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void take(const UdpDatagram& datagram, Duration time);

  /// Datagrams that were not played: cut by the capture, or of too many connections.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  class Player;

  Player* player_of(const ConnectionKey& key, TimePoint now);

  std::uint16_t port_;
  std::span<const stream::SourceOptions> sources_;
  OnSamples on_samples_;
  std::map<ConnectionKey, std::unique_ptr<Player>> players_;
  std::uint64_t left_out_ = 0;
};

}  // namespace idn::parser
