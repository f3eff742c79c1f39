// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/io/shared_socket.hpp"
#include "idn/io/udp_transport.hpp"
#include "idn/stream/unit_list.hpp"
#include "idn/system_error.hpp"

namespace idn::io {

/// One stream's way to its receiver; belongs to a SocketPool.
struct Link {
  Transport* transport = nullptr;                 ///< of the pool: lives as long as that
  RetargetableTransport* retargetable = nullptr;  ///< the same, where the stream may go over to another address
  Endpoint local{};                               ///< where answers come to
  Endpoint remote{};                              ///< as it was opened
};

/// The sockets of one tick thread. A stream that is alone gets a socket connected to its receiver, which costs
/// the system least; several share sockets, so that what is due together leaves together. Any number of streams
/// to one receiver work, for instance to two services of a unit: a receiver tells connections apart by where
/// they come from, so each gets a socket of its own or one that it shares with streams to others.
///
/// Threads: one at a time. What it hands out lives as long as this object; open all before the streams begin.
class SocketPool {
 public:
  /// `streams`: how many open() will be called for.
  explicit SocketPool(std::size_t streams) : shares_(streams > 1) {}

  /// To an address or a host, wherever its name leads now. Blocks while resolving.
  /// @return the refusal of the operating system, for instance network_unreachable, permission_denied for a
  /// broadcast address, invalid_argument for a host like 10.0.0.256
  SystemResult<Link> open(const std::string& host, std::uint16_t port);
  /// To a unit that was found at `at`, and may be found elsewhere later: see UnitFollower.
  SystemResult<Link> open(const stream::UnitKey& unit, const Endpoint& at);

  /// Lets the kernel keep the departures on all links opened so far, see UdpTransport.
  /// @return why it cannot, with the remedy, as a sentence fragment for users
  SystemResult<KernelPacing> enable_kernel_pacing();
  /// Nothing where the sender keeps them.
  const std::optional<KernelPacing>& pacing() const noexcept { return pacing_; }

  /// Ends a wake-up, see SharedSocket::flush(). Real-time: yes.
  void flush() noexcept;
  /// Datagrams of shared sockets that the kernel dropped because their departure had passed. Any thread.
  std::uint64_t late_in_kernel() const noexcept;

 private:
  struct Shared {
    std::unique_ptr<SharedSocket> socket;
    std::vector<stream::UnitKey> units;  ///< that its streams follow; empty where they go to addresses
  };

  SystemResult<Link> open_own(const std::string& host, std::uint16_t port);
  SystemResult<Link> open_shared(const Endpoint& receiver, const std::optional<stream::UnitKey>& unit);
  SystemResult<Link> connect(Shared& shared, const Endpoint& receiver,
                             const std::optional<stream::UnitKey>& unit);

  bool shares_;
  std::deque<std::unique_ptr<UdpTransport>> own_;
  std::deque<Shared> shared_;
  std::optional<KernelPacing> pacing_;
};

}  // namespace idn::io
