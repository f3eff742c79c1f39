// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "idn/stream/find/unit_list.hpp"
#include "idn/system_error.hpp"
#include "io/send/shared_socket.hpp"
#include "io/send/udp_transport.hpp"

namespace idn::io {

/// The transport of one stream to its receiver, from a SocketPool.
struct Link {
  Transport* transport = nullptr;  ///< owned by the pool
  /// The same object if the receiver's address can be changed, else null.
  RetargetableTransport* retargetable = nullptr;
  Endpoint local{};   ///< local address, which acknowledges are sent to
  Endpoint remote{};  ///< the receiver's address when the link was opened
};

/// The sockets of one tick thread. A single stream gets a connected socket, which is the cheapest; several
/// streams share sockets, so that datagrams that are due together leave in one system call. Receivers identify
/// a connection by its source address and port, so two streams to one receiver, for instance to two services of
/// a unit, never share a socket.
///
/// The pool owns all links; open them before the streams start.
/// Threads: one owner. Real-time: flush() (no heap, lock, log).
class SocketPool {
 public:
  /// `streams`: how many open() will be called for.
  explicit SocketPool(std::size_t streams) : shares_(streams > 1) {}

  /// Opens a link to an address, or to the address that a host name resolves to now. Blocks while resolving.
  /// @return the error of the operating system, for instance network_unreachable, permission_denied for a
  /// broadcast address, invalid_argument for a host like 10.0.0.256
  SystemResult<Link> open(const std::string& host, std::uint16_t port);
  /// Opens a link to a unit that was found at `at`, and may be found elsewhere later: see UnitFollower.
  SystemResult<Link> open(const stream::UnitKey& unit, const Endpoint& at);

  /// Turns on kernel pacing (SO_TXTIME) for all links opened so far, see UdpTransport.
  /// @return kernel pacing as enabled, or the cause with a hint, as a sentence fragment for messages
  SystemResult<KernelPacing> enable_kernel_pacing();
  /// Empty if datagrams are paced by the sending thread.
  const std::optional<KernelPacing>& pacing() const noexcept { return pacing_; }

  /// Ends a wake-up, see SharedSocket::flush(). Real-time: yes.
  void flush() noexcept;
  /// Datagrams of shared sockets that the kernel dropped because their departure had passed. Any thread.
  std::uint64_t late_in_kernel() const noexcept;

 private:
  struct Shared {
    std::unique_ptr<SharedSocket> socket;
    /// Units that its streams follow; empty for streams to fixed addresses.
    std::vector<stream::UnitKey> units;
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
