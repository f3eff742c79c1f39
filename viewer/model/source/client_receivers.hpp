// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "idn/stream/receive/receiver.hpp"
#include "viewer/model/source/stream_listener.hpp"

namespace idn::viewer {

/// A unit that accepts every client: each has a receiver of its own, so that two clients of the same service
/// are shown as two tiles. Accepts any bytes safely. Threads: one owner.
class ClientReceivers {
 public:
  /// Limit of simultaneous clients. A receiver takes about 100 KiB, and a capture may contain forged addresses.
  static constexpr std::size_t kMaxClients = 32;

  /// @param name, @param id and @param services (names, from ID 1 on) reported to clients that search for
  /// units; all services that clients ask for are accepted
  ClientReceivers(const std::string& name, const wire::UnitId& id, OnEvent on_event,
                  const std::vector<std::string>& services = {"screen"});
  ~ClientReceivers();
  ClientReceivers(const ClientReceivers&) = delete;
  ClientReceivers& operator=(const ClientReceivers&) = delete;

  /// @param unit the address to which the client sent
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
  stream::Receiver search_responder_;  ///< answers searches; it has no sessions
  /// Receiver of the last datagram; null if that was refused.
  stream::Receiver* answering_ = &search_responder_;
  std::map<Key, std::unique_ptr<Client>> clients_;
  std::uint64_t refused_ = 0;
};

}  // namespace idn::viewer
