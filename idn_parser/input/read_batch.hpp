// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "idn/bytes.hpp"
#include "idn_parser/input/ordered_reader.hpp"

namespace idn::parser {

/// Consecutive datagrams that one thread passes to another at a time. Large, so that the threads rarely wait
/// for each other: a thread that is woken up may continue on another core with a cold cache.
class ReadBatch {
 public:
  static constexpr std::size_t kMostDatagrams = 1024;
  static constexpr std::size_t kBatchOctets = std::size_t{1} << 20;

  /// Recycles the datagrams of the batch and reads the next ones into it.
  /// @return false at the end of the capture
  bool fill(OrderedReader& reader) {
    for (auto& datagram : datagrams_) reader.recycle(std::move(datagram));
    datagrams_.clear();
    std::size_t octets = 0;
    while (datagrams_.size() < kMostDatagrams && octets < kBatchOctets) {
      auto datagram = reader.next();
      if (!datagram) break;
      octets += datagram->octets();
      datagrams_.push_back(std::move(datagram));
    }
    return !datagrams_.empty();
  }

  /// Calls `take` for each datagram. If a thread of ReadAhead filled the batch, another core wrote them, so
  /// they are prefetched into the cache of this one: the object 16 datagrams ahead, and the payload to which it
  /// points 8 ahead.
  template <class Take>
  void for_each(Take take) const {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < datagrams_.size(); ++i) {
      if (i + kAhead < datagrams_.size()) {
        const auto* const place = reinterpret_cast<const char*>(datagrams_[i + kAhead].get());
        prefetch(place);
        prefetch(place + kCacheLine);
        prefetch(datagrams_[i + kAhead / 2]->get().content.payload.data());
      }
      take(datagrams_[i]->get());
    }
  }

 private:
  std::vector<OwnedDatagramPtr> datagrams_;
};

}  // namespace idn::parser
