// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "idn/prefetch.hpp"
#include "idn_parser/input/ordered_reader.hpp"

namespace idn::parser {

/// Some datagrams that follow each other: what threads hand over at a time. So many that they seldom wait for
/// each other: a thread that is woken up may find itself on another core, without its cache.
class DatagramBatch {
 public:
  static constexpr std::size_t kMostDatagrams = 1024;
  static constexpr std::size_t kEnoughOctets = std::size_t{1} << 20;

  /// Replaces all by the next ones.
  /// @return false where the reader has none any more
  bool fill(OrderedReader& reader) {
    for (auto& datagram : datagrams_) reader.recycle(std::move(datagram));
    datagrams_.clear();
    std::size_t octets = 0;
    while (datagrams_.size() < kMostDatagrams && octets < kEnoughOctets) {
      auto datagram = reader.next();
      if (!datagram) break;
      octets += datagram->octets();
      datagrams_.push_back(std::move(datagram));
    }
    return !datagrams_.empty();
  }

  /// Gives all of them to `take`. They were written on another processor, whose cache is far: those to come
  /// are asked for ahead, first where their payload lies, and when that has come, the payload.
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
