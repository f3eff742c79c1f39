// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/multicast.hpp>

#include "idn/io/now.hpp"
#include "io/receive/unit_socket_state.hpp"

namespace idn::io {

namespace asio = boost::asio;
using asio::ip::udp;

namespace {

/// The kernel stamps by the wall clock: the age of the stamp, subtracted from the present monotonic time, gives
/// the arrival by that clock.
void complete_arrival(ReceivedDatagram& datagram, const Instant& now) noexcept {
  if (!datagram.kernel_time) datagram.arrival.since_1970 = now.since_1970;
  datagram.arrival.at = now.at - std::max(now.since_1970 - datagram.arrival.since_1970, Duration{0});
}

bool has_address(const platform::SystemInterface& nic, std::uint32_t address) {
  return std::ranges::any_of(nic.addresses, [&](const auto& own) {
    return own.address == address || (nic.is_loopback && ((own.address ^ address) & own.netmask) == 0);
  });
}

}  // namespace

void UnitSocket::State::listen_to_broadcasts(asio::io_context& context) {
  const auto interfaces = platform::system_interfaces();
  if (!interfaces) {
    broadcast_problem = "cannot list the interfaces: " + interfaces.error().message();
    return;
  }
  const auto network = broadcast_network(*interfaces, local.ipv4_address());
  if (!network) {
    broadcast_problem = network.error().message();
  } else if (*network) {
    broadcasts = std::make_unique<BroadcastListener>(context, **network, local);
    broadcast_problem = broadcasts->problem();
  } else if (const std::uint32_t address = local.ipv4_address();
             address >> 24 == 127 && address != 0x7F000001) {
    broadcast_problem = "they ask this computer at 127.0.0.1 only";
  }
}

/// Alternates between both kinds of socket, so that a flood of streams does not delay broadcasts, nor the
/// reverse.
std::span<ReceivedDatagram> UnitSocket::State::next_batch() noexcept {
  if (!broadcasts) return batch.receive();
  is_broadcasts_turn = !is_broadcasts_turn;
  const auto first = is_broadcasts_turn ? broadcasts->receive() : batch.receive();
  if (!first.empty()) return first;
  return is_broadcasts_turn ? batch.receive() : broadcasts->receive();
}

/// And those of loopback: what this machine sends to one of its addresses comes by it.
std::error_code UnitSocket::State::admit_interface_of(std::uint32_t address) {
  const auto interfaces = platform::system_interfaces();
  if (!interfaces) return interfaces.error().system;
  if (std::ranges::none_of(*interfaces, [&](const auto& nic) { return has_address(nic, address); }))
    return std::make_error_code(std::errc::address_not_available);
  for (const auto& nic : *interfaces)
    if (nic.is_loopback || has_address(nic, address)) admitted.push_back(nic.index);
  return {};
}

/// Reads a bounded number of datagrams, so that a flood of others cannot block it. One whose interface the
/// system does not report is left out.
std::span<ReceivedDatagram> UnitSocket::State::next_admitted() noexcept {
  constexpr int kMostBatches = 4;
  for (int round = 0; round < kMostBatches; ++round) {
    const auto all = next_batch();
    if (admitted.empty() || all.empty()) return all;
    const auto others = std::ranges::remove_if(
        all, [this](std::uint32_t index) { return std::ranges::find(admitted, index) == admitted.end(); },
        &ReceivedDatagram::interface_index);
    if (others.size() < all.size()) return all.first(all.size() - others.size());
  }
  return {};
}

Result<std::unique_ptr<UnitSocket>> UnitSocket::open(UnitLoop& loop, const UnitSocketOptions& options) {
  udp::socket socket(loop.context());
  boost::system::error_code error;
  platform::open_udp(socket, error);
  if (!error) error = platform::claim_port(socket.native_handle());
  const bool chooses_interface = options.group != 0 && !platform::kBoundGetsMulticast;
  if (!error) error = platform::receive_joined_groups_only(socket.native_handle());
  const std::uint32_t bound = chooses_interface ? 0 : options.address;
  if (!error) socket.bind({asio::ip::address_v4(bound), options.port}, error);
  if (!error && options.group != 0)
    socket.set_option(asio::ip::multicast::join_group(asio::ip::address_v4(options.group),
                                                      asio::ip::address_v4(options.address)),
                      error);
  if (!error) socket.non_blocking(true, error);
  if (error) return fail(std::error_code(error));
  platform::enable_receive_details(socket.native_handle());
  auto state = std::make_unique<State>(std::move(socket));
  if (chooses_interface && options.address != 0)
    if (const std::error_code unknown = state->admit_interface_of(options.address)) return fail(unknown);
  state->receive_buffer = platform::set_receive_buffer(state->socket.native_handle(), options.receive_buffer);
  if (options.broadcasts && !platform::kBoundGetsBroadcasts) state->listen_to_broadcasts(loop.context());
  return std::unique_ptr<UnitSocket>(new UnitSocket(std::move(state)));
}

UnitSocket::UnitSocket(std::unique_ptr<State> state) : state_(std::move(state)) {}
UnitSocket::~UnitSocket() = default;

std::span<const ReceivedDatagram> UnitSocket::receive() noexcept {
  const auto batch = state_->next_admitted();
  const Instant moment = now();
  for (ReceivedDatagram& datagram : batch) complete_arrival(datagram, moment);
  return batch;
}

std::error_code UnitSocket::send(ConstBytes datagram, const Endpoint& to, const Endpoint& from) noexcept {
  return platform::send_from(state_->socket.native_handle(), datagram, to, from);
}

Endpoint UnitSocket::local() const {
  return state_->local;
}
std::size_t UnitSocket::receive_buffer() const noexcept {
  return state_->receive_buffer;
}
const std::string& UnitSocket::broadcast_problem() const noexcept {
  return state_->broadcast_problem;
}
std::uint64_t UnitSocket::ignored_broadcasts() const noexcept {
  return state_->broadcasts ? state_->broadcasts->ignored() : 0;
}
std::uint64_t UnitSocket::dropped() const noexcept {
  return state_->batch.dropped() + (state_->broadcasts ? state_->broadcasts->dropped() : 0);
}

}  // namespace idn::io
