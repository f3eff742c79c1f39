// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

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

  const std::vector<OwnedDatagramPtr>& datagrams() const noexcept { return datagrams_; }

 private:
  std::vector<OwnedDatagramPtr> datagrams_;
};

}  // namespace idn::parser
