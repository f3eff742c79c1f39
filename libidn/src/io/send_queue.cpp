// SPDX-License-Identifier: MIT
#include "io/send_queue.hpp"

#include <algorithm>

namespace idn::io {

SendQueue::SendQueue(std::size_t most_datagrams, std::size_t most_octets)
    : arena_(std::max(most_octets, kMaxDatagram)), most_datagrams_(std::max<std::size_t>(most_datagrams, 1)) {
  messages_.reserve(most_datagrams_);
}

void SendQueue::push(const OutgoingMessage& message, bool merge) noexcept {
  const std::size_t size = message.octets.size();
  const auto place = MutableBytes(arena_).subspan(used_, size);
  std::ranges::copy(message.octets, place.begin());
  used_ += size;
  ++datagrams_;
  if (merge && extends_last(message)) {
    ConstBytes& octets = messages_.back().octets;
    octets = ConstBytes(octets.data(), octets.size() + size);
  } else {
    messages_.push_back(message);
    messages_.back().octets = place;
    messages_.back().segment = size;
  }
}

bool SendQueue::extends_last(const OutgoingMessage& message) const noexcept {
  if (messages_.empty()) return false;
  const OutgoingMessage& last = messages_.back();
  const std::size_t size = message.octets.size();
  return last.link == message.link && last.departure == message.departure && last.ends_whole() && size > 0 &&
         size <= last.segment && last.datagrams() < kMaxSegments && last.octets.size() + size <= kMaxDatagram;
}

void SendQueue::clear() noexcept {
  used_ = 0;
  datagrams_ = 0;
  messages_.clear();
}

}  // namespace idn::io
