// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// A captured datagram with octets of its own, which may wait and change threads. Filled again and again, it
/// allocates no more.
class OwnedDatagram {
 public:
  OwnedDatagram() = default;
  OwnedDatagram(const OwnedDatagram&) = delete;
  OwnedDatagram& operator=(const OwnedDatagram&) = delete;

  void assign(const capture::CapturedDatagram& datagram) {
    // Octets: what Ethernet carries, and not much more. Room for a long datagram is not kept, as any of those
    // that are filled in turns may hold one some day.
    constexpr std::size_t kRoomKept = 4096;
    if (octets_.capacity() > kRoomKept) octets_ = {};
    const ConstBytes payload = datagram.content.payload;
    octets_.assign(payload.begin(), payload.end());
    datagram_ = datagram;
    datagram_.content.payload = octets_;
  }

  /// Its payload is a view until the next assign().
  const capture::CapturedDatagram& get() const noexcept { return datagram_; }
  std::size_t octets() const noexcept { return octets_.size(); }

 private:
  capture::CapturedDatagram datagram_{};
  std::vector<std::byte> octets_;  ///< the payload
};

/// Passed on by this, which is cheaper than to move it.
using OwnedDatagramPtr = std::unique_ptr<OwnedDatagram>;

}  // namespace idn::parser
