// SPDX-License-Identifier: MIT
#include "stream/receive/frame_assembler.hpp"

#include <utility>

namespace idn::stream {

std::vector<std::byte> FragmentBufferPool::take() noexcept {
  if (unused_.empty()) return {};
  std::vector<std::byte> buffer = std::move(unused_.back());
  unused_.pop_back();
  return buffer;
}

void FragmentBufferPool::give_back(std::vector<std::byte> buffer) noexcept {
  if (buffer.capacity() == 0 || unused_.size() == kKept) return;
  buffer.clear();
  unused_.push_back(std::move(buffer));
}

FrameAssembler::Outcome FrameAssembler::start(const Fragment& first, TimePoint now) {
  drop();
  buffer_ = budget_->pool.take();
  in_progress_ = true;
  deadline_ = now + kMaxAge;
  first_timestamp_ = first.timestamp;
  index_ = 0;
  last_sequence_ = first.sequence;
  if (store(first.octets)) return Outcome::Incomplete;
  drop();
  return Outcome::Failed;
}

FrameAssembler::Outcome FrameAssembler::append(const Fragment& sequel, bool last) {
  if (!in_progress_ || !follows(sequel) || !store(sequel.octets)) {
    drop();
    return Outcome::Failed;
  }
  ++index_;
  last_sequence_ = sequel.sequence;
  return last ? Outcome::Complete : Outcome::Incomplete;
}

// Senders either count the timestamp up by 1 us per fragment, or repeat it and number the datagrams.
bool FrameAssembler::follows(const Fragment& sequel) const noexcept {
  const auto ahead =
      static_cast<std::uint32_t>(sequel.timestamp) - static_cast<std::uint32_t>(first_timestamp_);
  const bool adjacent = sequel.sequence == static_cast<std::uint16_t>(last_sequence_ + 1);
  return ahead == index_ + 1 || (ahead == 0 && adjacent);
}

bool FrameAssembler::store(ConstBytes octets) {
  if (octets.size() > FragmentBudget::kMaxOctets - budget_->used) return false;
  buffer_.insert(buffer_.end(), octets.begin(), octets.end());
  budget_->used += octets.size();
  return true;
}

void FrameAssembler::drop() noexcept {
  if (!in_progress_) return;
  budget_->used -= buffer_.size();
  budget_->pool.give_back(std::exchange(buffer_, {}));
  in_progress_ = false;
}

}  // namespace idn::stream
