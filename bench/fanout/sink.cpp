// SPDX-License-Identifier: MIT
#include "bench/fanout/sink.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "idn/stop_token.hpp"
#include "idn/wire/packet_header.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

/// 127.1.0.0 and up: all addresses of 127.0.0.0/8 are this machine.
constexpr std::uint32_t kFirstAddress = 0x7F01'0000;

std::unique_ptr<io::UnitSocket> open_socket(io::UnitLoop& loop) {
  auto socket = io::UnitSocket::open(loop, {.address = 0, .port = 0, .receive_buffer = std::size_t{64} << 20});
  if (socket) return std::move(*socket);
  throw cli::Failure(cli::kEnvironment,
                     fmt::format("cannot receive: {}; check the network", socket.error().message()));
}

}  // namespace

Sink::Sink(std::size_t projectors, std::size_t expected_each)
    : socket_(open_socket(loop_)), arrivals_(projectors) {
  for (SinkArrivals& each : arrivals_) each.datagrams.reserve(expected_each);
  thread_ = jthread([this](const stop_token& stop) {
    while (!stop.stop_requested()) {
      drain();
      std::this_thread::sleep_for(1ms);
    }
  });
}

Sink::~Sink() = default;

Endpoint Sink::address(std::size_t projector) const {
  return Endpoint::ipv4(kFirstAddress + static_cast<std::uint32_t>(projector), socket_->local().port);
}

void Sink::drain() {
  for (auto batch = socket_->receive(); !batch.empty(); batch = socket_->receive())
    for (const io::ReceivedDatagram& datagram : batch) {
      const std::uint32_t projector = datagram.local.ipv4_address() - kFirstAddress;
      ByteReader in(datagram.bytes);
      const auto header = wire::PacketHeader::decode(in);
      if (projector < arrivals_.size() && header)
        arrivals_[projector].datagrams.push_back({datagram.arrival.since_1970, header->sequence});
    }
}

std::vector<SinkArrivals> Sink::finish() {
  thread_.request_stop();
  thread_.join();
  drain();
  return std::move(arrivals_);
}

}  // namespace idn::bench
