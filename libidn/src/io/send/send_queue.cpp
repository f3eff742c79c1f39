// SPDX-License-Identifier: MIT
#include "io/send/send_queue.hpp"

#include <algorithm>

namespace idn::io {

SendQueue::SendQueue(std::size_t most_datagrams, std::size_t most_octets)
    : arena_(std::max(most_octets, kMaxDatagram)), most_datagrams_(std::max<std::size_t>(most_datagrams, 1)) {
  messages_.reserve(most_datagrams_);
}

void SendQueue::push(const OutgoingMessage& message, bool merge, BufferOwner owner) noexcept {
  const std::size_t size = message.octets.size();
  // The caller keeps the octets of the previous datagram while it makes one more only, and datagrams that are
  // to be divided must lie in one piece: so that one is copied now.
  if (last_is_kept_) messages_.back().octets = copy(messages_.back().octets);
  const bool extends = merge && extends_last(message);
  last_is_kept_ = owner == BufferOwner::Caller && !extends;
  const ConstBytes octets = last_is_kept_ ? message.octets : copy(message.octets);
  ++datagrams_;
  if (extends) {
    ConstBytes& whole = messages_.back().octets;
    whole = ConstBytes(whole.data(), whole.size() + size);
  } else {
    messages_.push_back(message);
    messages_.back().octets = octets;
    messages_.back().segment = size;
  }
}

ConstBytes SendQueue::copy(ConstBytes octets) noexcept {
  const auto place = MutableBytes(arena_).subspan(used_, octets.size());
  std::ranges::copy(octets, place.begin());
  used_ += octets.size();
  copied_octets_ += octets.size();
  return place;
}

bool SendQueue::extends_last(const OutgoingMessage& message) const noexcept {
  if (messages_.empty()) return false;
  const OutgoingMessage& last = messages_.back();
  const std::size_t size = message.octets.size();
  return last.departure == message.departure && last.ends_whole() && size > 0 && size <= last.segment &&
         last.datagrams() < kMaxSegments && last.octets.size() + size <= kMaxDatagram;
}

void SendQueue::clear() noexcept {
  used_ = 0;
  datagrams_ = 0;
  last_is_kept_ = false;
  messages_.clear();
}

}  // namespace idn::io
