// SPDX-License-Identifier: MIT
#include "idn_parser/input/time_order.hpp"

#include <algorithm>
#include <utility>

#include "idn_parser/table/connection_key.hpp"

namespace idn::parser {
namespace {

/// b - a as signed difference modulo 2^16.
int distance(std::uint16_t a, std::uint16_t b) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(b - a));
}

/// A larger step back means that the sender restarted.
constexpr int kFurthestStepBack = -static_cast<int>(TimeOrder::kMostHeld);

}  // namespace

void TimeOrder::push(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.position.time;
  auto place = order_.end();
  if (time < newest_) place = place_of(datagram);
  const bool is_barrier = time < newest_ && place == order_.end();
  if (is_barrier) due_ = order_.size();
  if (place != order_.end()) ++sorted_;
  newest_ = is_barrier ? time : std::max(newest_, time);
  order_.insert(place, Held{time, copy_of(datagram)});
}

/// Where a datagram that is earlier than the newest belongs; order_.end() if it must not be moved.
TimeOrder::Order::iterator TimeOrder::place_of(const capture::CapturedDatagram& datagram) {
  const Duration time = datagram.position.time;
  if (time < newest_ - kWindow) return order_.end();
  const auto front = order_.begin() + static_cast<Order::difference_type>(due_);
  auto place = order_.end();
  while (place != front) {
    const Held& before = *std::prev(place);
    if (before.time <= time) break;
    if (!may_move_ahead(before.datagram->get(), datagram)) return order_.end();
    --place;
  }
  return place;
}

/// Whether `earlier`, which follows `later` in the file, may be moved in front of it.
bool TimeOrder::may_move_ahead(const capture::CapturedDatagram& later,
                               const capture::CapturedDatagram& earlier) const {
  const auto of_later = realtime_datagram(later.content, port_);
  if (!of_later) return true;
  const auto of_earlier = realtime_datagram(earlier.content, port_);
  if (!of_earlier || of_later->connection != of_earlier->connection) return true;
  const int step = distance(of_later->header.sequence, of_earlier->header.sequence);
  // Equal numbers: the same packet captured at two interfaces has equal contents; a sender that never
  // increments its number has other contents, and must not be reordered.
  if (step == 0) return std::ranges::equal(later.content.payload, earlier.content.payload);
  return step < 0 && step >= kFurthestStepBack;
}

OwnedDatagramPtr TimeOrder::copy_of(const capture::CapturedDatagram& datagram) {
  if (pool_.empty()) pool_.push_back(std::make_unique<OwnedDatagram>());
  OwnedDatagramPtr copy = std::move(pool_.back());
  pool_.pop_back();
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
  if (datagram) pool_.push_back(std::move(datagram));
}

}  // namespace idn::parser
