// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>

#include "idn/stream/receiver.hpp"
#include "viewer/model/source/stream_listener.hpp"

namespace idn::viewer {

/// A unit that shows everybody: each client has a receiver of its own, so that two clients that ask for the
/// same service are two tiles. Any bytes are safe. Threads: one owner.
class ClientReceivers {
 public:
  /// Clients at a time. A receiver holds about 100 KiB, and a capture may hold forged addresses.
  static constexpr std::size_t kMaxClients = 32;

  /// @param name and @param id for those who search for units
  ClientReceivers(const std::string& name, const wire::UnitId& id, OnEvent on_event);
  ~ClientReceivers();
  ClientReceivers(const ClientReceivers&) = delete;
  ClientReceivers& operator=(const ClientReceivers&) = delete;

  /// @param unit whom the client addressed
  void on_datagram(ConstBytes bytes, const Endpoint& client, const Endpoint& unit, TimePoint now);
  /// The answer to the last datagram, if any; valid until the next one.
  std::optional<stream::OutgoingDatagram> poll_transmit() noexcept;

  TimePoint next_deadline() const noexcept;
  void on_deadline(TimePoint now);

  /// Datagrams of clients beyond the limit.
  std::uint64_t refused() const noexcept { return refused_; }

 private:
  struct Client;
  struct NullListener final : stream::ReceiverListener {};
  using Key = std::pair<stream::SessionKey, Endpoint>;

  Client* client_of(const Key& key, TimePoint now);

  OnEvent on_event_;
  NullListener null_listener_;
  stream::Receiver front_;  ///< answers those who search
  stream::Receiver* asked_ = &front_;
  std::map<Key, std::unique_ptr<Client>> clients_;
  std::uint64_t refused_ = 0;
};

}  // namespace idn::viewer
