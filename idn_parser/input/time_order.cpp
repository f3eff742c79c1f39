// SPDX-License-Identifier: MIT
#include "idn_parser/input/time_order.hpp"

#include <algorithm>

#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {
namespace {

/// From `a` to `b`, by the shorter way around.
int distance(std::uint16_t a, std::uint16_t b) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(b - a));
}

/// A wider step back is that of a sender that began anew.
constexpr int kFarthestBack = -static_cast<int>(TimeOrder::kMostHeld);

/// Octets: what Ethernet carries, and not much more.
constexpr std::size_t kRoomKept = 4096;

}  // namespace

void TimeOrder::push(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.moment.time;
  auto place = order_.end();
  if (time < newest_) place = place_of(datagram);
  const bool is_cut = time < newest_ && place == order_.end();
  if (is_cut) due_ = order_.size();
  if (place != order_.end()) ++sorted_;
  newest_ = is_cut ? time : std::max(newest_, time);
  order_.insert(place, store(datagram));
}

/// Where a datagram that is earlier than the newest belongs; the end where it must not be moved.
TimeOrder::Order::iterator TimeOrder::place_of(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.moment.time;
  if (time < newest_ - kWindow) return order_.end();
  const auto front = order_.begin() + static_cast<Order::difference_type>(due_);
  auto place = order_.end();
  while (place != front) {
    const auto& before = slots_[*std::prev(place)].datagram;
    if (before.moment.time <= time) break;
    if (!may_pass(before, datagram)) return order_.end();
    --place;
  }
  return place;
}

/// Whether `earlier`, which came behind `later`, may be moved in front of it.
bool TimeOrder::may_pass(const capture::CapturedDatagram& later,
                         const capture::CapturedDatagram& earlier) const {
  const auto of_later = realtime_datagram(later.content, port_);
  if (!of_later) return true;
  const auto of_earlier = realtime_datagram(earlier.content, port_);
  if (!of_earlier || of_later->connection != of_earlier->connection) return true;
  const int step = distance(of_later->header.sequence, of_earlier->header.sequence);
  // The same packet from two interfaces; a sender that never counts has new contents with its old number.
  if (step == 0) return std::ranges::equal(later.content.payload, earlier.content.payload);
  return step < 0 && step >= kFarthestBack;
}

std::size_t TimeOrder::store(const capture::CapturedDatagram& datagram) {
  if (free_.empty()) {
    free_.push_back(slots_.size());
    slots_.emplace_back();
  }
  const std::size_t index = free_.back();
  free_.pop_back();
  Slot& slot = slots_[index];
  // Room for a long datagram is not kept, as any slot may hold one some day.
  if (slot.octets.capacity() > kRoomKept) slot.octets = {};
  slot.datagram = datagram;
  slot.octets.assign(datagram.content.payload.begin(), datagram.content.payload.end());
  slot.datagram.content.payload = slot.octets;
  octets_ += slot.octets.size();
  return index;
}

const capture::CapturedDatagram* TimeOrder::poll() {
  if (order_.empty()) return nullptr;
  const Slot& first = slots_[order_.front()];
  const bool is_ready = due_ > 0 || is_full() || first.datagram.moment.time < newest_ - kWindow;
  if (!is_ready) return nullptr;
  if (due_ > 0) --due_;
  octets_ -= first.octets.size();
  free_.push_back(order_.front());
  order_.pop_front();
  return &first.datagram;
}

}  // namespace idn::parser
