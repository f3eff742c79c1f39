// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/io/receive/unit_loop.hpp"
#include "io/send/stream_socket.hpp"

namespace idn::bench {

/// A connected sending socket and the receiving one at its other end, on loopback.
class LoopbackPair {
 public:
  /// Datagrams per measurement; few enough for the buffer of any socket.
  static constexpr std::size_t kBatch = 64;

  /// @throws cli::Failure
  LoopbackPair();

  /// Sends the datagram kBatch times and returns how long that took; emptying the receiving socket afterwards
  /// is not included.
  Duration send_batch(ConstBytes datagram);

 private:
  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> unit_;
  std::unique_ptr<io::StreamSocket> socket_;
};

}  // namespace idn::bench
