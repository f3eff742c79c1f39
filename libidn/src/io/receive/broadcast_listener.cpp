// SPDX-License-Identifier: MIT
#include "io/receive/broadcast_listener.hpp"

#include <algorithm>

#include "idn/wire/packet_header.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

namespace {

constexpr std::uint32_t kLimitedBroadcast = 0xFFFFFFFF;
/// How often one call of receive() reads each broadcast socket at most.
constexpr int kRounds = 4;

}  // namespace

Result<std::optional<BroadcastNetwork>> broadcast_network(std::span<const platform::SystemInterface> interfaces,
                                                          std::uint32_t address) {
  if (address == 0) return std::nullopt;
  for (const auto& nic : interfaces)
    for (const auto& own : nic.addresses) {
      if (nic.is_loopback && ((own.address ^ address) & own.netmask) == 0) return std::nullopt;
      if (own.address != address) continue;
      if (!nic.can_broadcast) return fail(Errc::NotSupported, nic.name + " cannot broadcast");
      BroadcastNetwork network{nic.index, {kLimitedBroadcast}};
      // A network of one or two hosts has no broadcast address.
      if (~own.netmask > 1) network.groups.push_back(address | ~own.netmask);
      return network;
    }
  return fail(Errc::NotSupported, "it belongs to no interface");
}

bool is_request_to_all(const ReceivedDatagram& datagram, std::uint32_t interface) noexcept {
  if (datagram.interface_index != interface) return false;
  ByteReader in(datagram.bytes);
  const auto header = wire::PacketHeader::decode(in);
  if (!header) return false;
  return header->command == wire::Command::ScanRequest || header->command == wire::Command::ServiceMapRequest ||
         header->command == wire::Command::PingRequest;
}

BroadcastListener::BroadcastListener(asio::io_context& context, const BroadcastNetwork& network,
                                     const Endpoint& unit)
    : interface_(network.interface), unit_(unit) {
  for (const std::uint32_t group : network.groups) listen(context, Endpoint::ipv4(group, unit.port));
}

void BroadcastListener::listen(asio::io_context& context, const Endpoint& at) {
  udp::socket socket(context);
  boost::system::error_code error;
  platform::open_udp(socket, error);
  if (!error) error = platform::share_port(socket.native_handle());
  if (!error) socket.bind({asio::ip::address_v4(at.ipv4_address()), at.port}, error);
  if (!error) socket.non_blocking(true, error);
  if (error) {
    problem_ = "cannot listen to " + to_string(at) + ": " + error.message();
    return;
  }
  platform::enable_receive_details(socket.native_handle());
  platform::set_receive_buffer(socket.native_handle(), kReceiveBuffer);
  groups_.emplace_back(std::move(socket), unit_);
}

std::span<ReceivedDatagram> BroadcastListener::receive() noexcept {
  bool any = true;
  for (int round = 0; any && round < kRounds; ++round) {
    any = false;
    for (Group& group : groups_) {
      const auto batch = group.batch.receive();
      any = any || !batch.empty();
      if (const auto found = requests(batch); !found.empty()) return found;
    }
  }
  return {};
}

std::span<ReceivedDatagram> BroadcastListener::requests(std::span<ReceivedDatagram> batch) noexcept {
  const auto others = std::ranges::remove_if(
      batch, [this](const auto& datagram) { return !is_request_to_all(datagram, interface_); });
  ignored_ += others.size();
  const auto found = batch.first(batch.size() - others.size());
  for (ReceivedDatagram& question : found) question.local = unit_;
  return found;
}

std::uint64_t BroadcastListener::dropped() const noexcept {
  std::uint64_t sum = 0;
  for (const Group& group : groups_) sum += group.batch.dropped();
  return sum;
}

}  // namespace idn::io
