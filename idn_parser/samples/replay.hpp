// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "idn/capture/datagram_reader.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "idn_parser/samples/source_option.hpp"
#include "idn_parser/table/connection_table.hpp"

namespace idn::parser {

/// Passes captured datagrams to simulated receivers, at the times of the capture: they decode the samples that
/// a projector with every laser service would have decoded. Each connection has a receiver of its own, so that
/// two clients of one service are both decoded.
class Replay {
 public:
  /// Limit of simultaneous connections. A receiver takes about 100 KiB.
  static constexpr std::size_t kMaxConnections = 256;

  using OnSamples = std::function<void(const ConnectionKey&, std::uint8_t channel, const stream::SampleChunk&)>;

  /// @param port UDP port of the receivers
  Replay(std::uint16_t port, std::span<const stream::SenderTransform> sources, OnSamples on_samples);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void take(const capture::UdpDatagram& datagram, Duration time);

  /// Datagrams that were not decoded: cut by the capture, or of connections beyond kMaxConnections.
  std::uint64_t skipped() const noexcept { return skipped_; }

 private:
  /// The receiver of one connection.
  class ConnectionReceiver final : private stream::ReceiverListener {
   public:
    ConnectionReceiver(const ConnectionKey& key, std::span<const stream::SenderTransform> sources,
                       const OnSamples& on_samples);

    void take(ConstBytes payload, TimePoint now) { receiver_.on_datagram(payload, key_.client, now); }

    bool is_over(TimePoint now) {
      receiver_.on_deadline(now);
      return receiver_.session_count() == 0;
    }

   private:
    void on_datagram(const stream::DatagramReport& report) override {
      if (const auto* chunk = report.laser()) on_samples_(key_, report.message->header.channel, *chunk);
    }

    ConnectionKey key_;
    const OnSamples& on_samples_;
    stream::Receiver receiver_;
  };

  ConnectionReceiver* receiver_of(const ConnectionKey& key, TimePoint now);

  std::uint16_t port_;
  std::span<const stream::SenderTransform> sources_;
  OnSamples on_samples_;
  ConnectionTable<ConnectionReceiver> receivers_{kMaxConnections};
  std::uint64_t skipped_ = 0;
};

}  // namespace idn::parser
