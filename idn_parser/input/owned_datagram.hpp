// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// A captured datagram that owns its payload, so that it can be queued and passed to another thread. Its memory
/// is reused by each assign(), so that usual datagrams cause no allocation.
class OwnedDatagram {
 public:
  OwnedDatagram() = default;
  OwnedDatagram(const OwnedDatagram&) = delete;
  OwnedDatagram& operator=(const OwnedDatagram&) = delete;

  void assign(const capture::CapturedDatagram& datagram) {
    // In octets: more than usual Ethernet frames need. The memory of a longer datagram is freed; otherwise, in
    // time, every recycled object would have grown to the longest datagram.
    constexpr std::size_t kCapacityKept = 4096;
    if (octets_.capacity() > kCapacityKept) octets_ = {};
    const ConstBytes payload = datagram.content.payload;
    octets_.assign(payload.begin(), payload.end());
    datagram_ = datagram;
    datagram_.content.payload = octets_;
  }

  /// Its payload is a view, valid until the next assign().
  const capture::CapturedDatagram& get() const noexcept { return datagram_; }
  std::size_t octets() const noexcept { return octets_.size(); }

 private:
  capture::CapturedDatagram datagram_{};
  std::vector<std::byte> octets_;  ///< the payload
};

/// Datagrams are passed on by pointer: cheaper than moving the object.
using OwnedDatagramPtr = std::unique_ptr<OwnedDatagram>;

}  // namespace idn::parser
