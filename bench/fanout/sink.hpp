// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"

namespace idn::bench {

/// When the datagrams of one projector came.
struct SinkArrivals {
  struct Datagram {
    Duration at;             ///< since 1970, stamped by the kernel
    std::uint16_t sequence;  ///< shows what is missing
  };
  std::vector<Datagram> datagrams;
};

/// Any number of receivers, distinguished by their loopback addresses, that listen but do not answer. One
/// socket and one thread, so that receiving costs little beside the sending that is measured.
class Sink {
 public:
  /// @throws cli::Failure
  explicit Sink(std::size_t projectors, std::size_t expected_each);
  ~Sink();
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  Endpoint address(std::size_t projector) const;

  /// Ends the thread and returns all arrivals. To be called once.
  std::vector<SinkArrivals> finish();
  /// Datagrams that came faster than this program took them: a limit of the measurement, not of the sender.
  std::uint64_t dropped() const noexcept { return socket_->dropped(); }

 private:
  void drain();

  io::UnitLoop loop_;
  std::unique_ptr<io::UnitSocket> socket_;
  std::vector<SinkArrivals> arrivals_;
  jthread thread_;
};

}  // namespace idn::bench
