// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/io/shared_socket.hpp"
#include "idn/io/udp_transport.hpp"

namespace idn::sender {

/// The way to one receiver; belongs to Roads.
struct Road {
  io::Transport* transport;
  Endpoint local;
  Endpoint remote;
};

/// The sockets of one tick thread. A stream that is alone gets a socket connected to its receiver, which costs
/// the system least; several share sockets, so that what is due together leaves together.
class Roads {
 public:
  explicit Roads(std::size_t streams) : shares_(streams > 1) {}

  /// `target` as the user wrote it, with a host. Resolves its name. Throws cli::Failure.
  Road open(const std::string& target);
  /// Lets the kernel keep the departures on all roads opened so far. Throws cli::Failure where it cannot.
  void enable_kernel_pacing();
  /// Nothing where the sender keeps them.
  const std::optional<io::KernelPacing>& pacing() const noexcept { return pacing_; }
  /// To be flushed after each wake-up.
  const std::deque<std::unique_ptr<io::SharedSocket>>& shared() const noexcept { return shared_; }

 private:
  tl::expected<Road, std::error_code> open_own(const std::string& host, std::uint16_t port);
  tl::expected<Road, std::error_code> open_shared(const std::string& host, std::uint16_t port);
  tl::expected<Road, std::error_code> connect(io::SharedSocket& socket, const Endpoint& receiver);

  bool shares_;
  std::deque<std::unique_ptr<io::UdpTransport>> own_;
  std::deque<std::unique_ptr<io::SharedSocket>> shared_;
  std::optional<io::KernelPacing> pacing_;
};

}  // namespace idn::sender
