// SPDX-License-Identifier: MIT
#include "stream/send/frame_queue.hpp"

#include <algorithm>

namespace idn::stream {
namespace {

void assign(QueuedFrame& frame, std::span<const LaserSample> samples, FrameRepeat repeat) {
  frame.samples.assign(samples.begin(), samples.end());
  frame.repeat = repeat;
}

}  // namespace

std::size_t FrameQueue::size() const noexcept {
  if (!keeps_all()) return (queued_slot_.load(std::memory_order_acquire) & kNew) != 0 ? 1 : 0;
  const std::size_t read = read_.load(std::memory_order_acquire);
  return std::min(written_.load(std::memory_order_acquire) - read, kDepth);
}

bool FrameQueue::enqueue(std::span<const LaserSample> samples, FrameRepeat repeat) {
  const std::size_t written = written_.load(std::memory_order_relaxed);
  if (written - read_.load(std::memory_order_acquire) == kDepth) return false;
  assign(slot(written), samples, repeat);
  written_.store(written + 1, std::memory_order_release);
  return true;
}

const QueuedFrame* FrameQueue::dequeue() noexcept {
  const std::size_t read = read_.load(std::memory_order_relaxed);
  if (written_.load(std::memory_order_acquire) == read) return nullptr;
  read_.store(read + 1, std::memory_order_release);
  return &slot(read);
}

bool FrameQueue::replace(std::span<const LaserSample> samples, FrameRepeat repeat) {
  assign(slots_[producer_slot_], samples, repeat);
  const std::uint8_t before =
      queued_slot_.exchange(static_cast<std::uint8_t>(producer_slot_ | kNew), std::memory_order_acq_rel);
  if ((before & kNew) != 0) replaced_.add();
  producer_slot_ = static_cast<std::uint8_t>(before & ~kNew);
  return true;
}

const QueuedFrame* FrameQueue::take_newest() noexcept {
  if (size() == 0) return nullptr;
  consumer_slot_ =
      static_cast<std::uint8_t>(queued_slot_.exchange(consumer_slot_, std::memory_order_acq_rel) & ~kNew);
  return &slots_[consumer_slot_];
}

}  // namespace idn::stream
