// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

namespace idn::stream {

/// Bounded queue between one producer thread and one tick thread. Neither side ever waits for the other.
/// Real-time: yes, both sides (no heap, lock, log).
class SampleRing {
 public:
  /// Room for at least `capacity` samples; rounded up to a power of two, so that indices wrap by a mask.
  explicit SampleRing(std::size_t capacity) : slots_(std::bit_ceil(std::max<std::size_t>(capacity, 2))) {}

  std::size_t capacity() const noexcept { return slots_.size(); }

  /// Samples that wait; a lower bound for the consumer, an upper bound for the producer.
  std::size_t size() const noexcept {
    // Read before write: with the order reversed a concurrent pop and push could make the difference exceed the
    // capacity.
    const std::size_t read = read_.load(std::memory_order_acquire);
    return std::min(written_.load(std::memory_order_acquire) - read, capacity());
  }

  /// Producer only. Returns how many of `samples`, from the front, found room.
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    const std::size_t written = written_.load(std::memory_order_relaxed);
    const std::size_t room = capacity() - (written - read_.load(std::memory_order_acquire));
    const std::size_t count = std::min(samples.size(), room);
    const std::size_t begin = place(written), before_wrap = std::min(count, capacity() - begin);
    std::ranges::copy(samples.first(before_wrap), slots_.begin() + static_cast<std::ptrdiff_t>(begin));
    std::ranges::copy(samples.subspan(before_wrap, count - before_wrap), slots_.begin());
    written_.store(written + count, std::memory_order_release);
    return count;
  }

  /// Consumer only. The sample that pop() would yield first, or nullptr.
  const LaserSample* front() noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    return written_.load(std::memory_order_acquire) == read ? nullptr : &slots_[place(read)];
  }

  /// Consumer only. Returns how many samples were there to fill `out` from the front.
  std::size_t pop(std::span<LaserSample> out) noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    const std::size_t count = std::min(out.size(), written_.load(std::memory_order_acquire) - read);
    const std::size_t begin = place(read), before_wrap = std::min(count, capacity() - begin);
    const std::span<const LaserSample> slots = slots_;
    const auto rest = std::ranges::copy(slots.subspan(begin, before_wrap), out.begin()).out;
    std::ranges::copy(slots.first(count - before_wrap), rest);
    read_.store(read + count, std::memory_order_release);
    return count;
  }

 private:
  std::size_t place(std::size_t index) const noexcept { return index & (slots_.size() - 1); }

  // Each index has its own cache line, so that the two threads do not fight over one.
  static constexpr std::size_t kCacheLine = 64;
  std::vector<LaserSample> slots_;
  alignas(kCacheLine) std::atomic<std::size_t> written_{0};
  alignas(kCacheLine) std::atomic<std::size_t> read_{0};
};

}  // namespace idn::stream
