// SPDX-License-Identifier: MIT
#include "io/send_queue.hpp"

#include <algorithm>

namespace idn::io {

SendQueue::SendQueue(std::size_t most_datagrams, std::size_t most_octets)
    : arena_(std::max(most_octets, kMaxDatagram)), most_datagrams_(std::max<std::size_t>(most_datagrams, 1)) {
  messages_.reserve(most_datagrams_);
}

void SendQueue::push(std::size_t link, const Endpoint& to, ConstBytes datagram, bool merge) noexcept {
  const auto place = MutableBytes(arena_).subspan(used_, datagram.size());
  std::ranges::copy(datagram, place.begin());
  used_ += datagram.size();
  ++datagrams_;
  if (merge && extends_last(link, datagram.size())) {
    ConstBytes& octets = messages_.back().octets;
    octets = ConstBytes(octets.data(), octets.size() + datagram.size());
  } else {
    messages_.push_back({.link = link, .to = to, .octets = place, .segment = datagram.size()});
  }
}

bool SendQueue::extends_last(std::size_t link, std::size_t octets) const noexcept {
  if (messages_.empty()) return false;
  const OutgoingMessage& last = messages_.back();
  return last.link == link && last.ends_whole() && octets > 0 && octets <= last.segment &&
         last.datagrams() < kMaxSegments && last.octets.size() + octets <= kMaxDatagram;
}

void SendQueue::clear() noexcept {
  used_ = 0;
  datagrams_ = 0;
  messages_.clear();
}

}  // namespace idn::io
