// SPDX-License-Identifier: MIT
#include "idn_parser/input/time_order.hpp"

#include <algorithm>
#include <utility>

#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {
namespace {

/// From `a` to `b`, by the shorter way around.
int distance(std::uint16_t a, std::uint16_t b) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(b - a));
}

/// A wider step back is that of a sender that restarted.
constexpr int kFarthestBack = -static_cast<int>(TimeOrder::kMostHeld);

}  // namespace

void TimeOrder::push(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.moment.time;
  auto place = order_.end();
  if (time < newest_) place = place_of(datagram);
  const bool is_cut = time < newest_ && place == order_.end();
  if (is_cut) due_ = order_.size();
  if (place != order_.end()) ++sorted_;
  newest_ = is_cut ? time : std::max(newest_, time);
  order_.insert(place, Held{time, copy_of(datagram)});
}

/// Where a datagram that is earlier than the newest belongs; the end where it must not be moved.
TimeOrder::Order::iterator TimeOrder::place_of(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.moment.time;
  if (time < newest_ - kWindow) return order_.end();
  const auto front = order_.begin() + static_cast<Order::difference_type>(due_);
  auto place = order_.end();
  while (place != front) {
    const Held& before = *std::prev(place);
    if (before.time <= time) break;
    if (!may_pass(before.datagram->get(), datagram)) return order_.end();
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

OwnedDatagramPtr TimeOrder::copy_of(const capture::CapturedDatagram& datagram) {
  if (free_.empty()) free_.push_back(std::make_unique<OwnedDatagram>());
  OwnedDatagramPtr copy = std::move(free_.back());
  free_.pop_back();
  copy->assign(datagram);
  octets_ += copy->octets();
  return copy;
}

OwnedDatagramPtr TimeOrder::poll() {
  if (order_.empty()) return nullptr;
  const bool is_ready = due_ > 0 || is_full() || order_.front().time < newest_ - kWindow;
  if (!is_ready) return nullptr;
  if (due_ > 0) --due_;
  OwnedDatagramPtr first = std::move(order_.front().datagram);
  order_.pop_front();
  octets_ -= first->octets();
  return first;
}

void TimeOrder::recycle(OwnedDatagramPtr datagram) {
  if (datagram) free_.push_back(std::move(datagram));
}

}  // namespace idn::parser
