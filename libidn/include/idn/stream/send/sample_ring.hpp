// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

namespace idn::stream {

/// Samples in place: up to two contiguous pieces of a ring.
struct SampleSpans {
  std::span<LaserSample> first;   ///< the earlier samples
  std::span<LaserSample> second;  ///< the later ones; may be empty

  /// Samples of both pieces.
  constexpr std::size_t size() const noexcept { return first.size() + second.size(); }
};

/// Bounded queue between one producer thread and one tick thread. Neither side ever waits for the other.
/// Threads: one producer, one consumer. Real-time: both sides (no heap, lock, log).
class SampleRing {
 public:
  /// Holds exactly `capacity` samples, at least one: not rounded up to a power of two, since queued samples are
  /// latency.
  explicit SampleRing(std::size_t capacity)
      : capacity_(std::max<std::size_t>(capacity, 1)), slots_(std::bit_ceil(capacity_)) {}

  /// Limit of queued samples, as requested.
  std::size_t capacity() const noexcept { return capacity_; }

  /// Queued samples; a lower bound for the consumer, an upper bound for the producer.
  std::size_t size() const noexcept {
    // Read before write: with the order reversed a concurrent pop and push could make the difference exceed the
    // capacity.
    const std::uint64_t read = read_.load(std::memory_order_acquire);
    return (std::min)(between(read, written_.load(std::memory_order_acquire)), capacity());
  }

  /// Producer only. Returns how many of `samples`, from the front, were queued.
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    const std::uint64_t written = written_.load(std::memory_order_relaxed);
    const std::size_t room = capacity() - between(read_.load(std::memory_order_acquire), written);
    const std::size_t count = (std::min)(samples.size(), room);
    const std::size_t begin = place(written), before_wrap = (std::min)(count, slots_.size() - begin);
    std::ranges::copy(samples.first(before_wrap), slots_.begin() + static_cast<std::ptrdiff_t>(begin));
    std::ranges::copy(samples.subspan(before_wrap, count - before_wrap), slots_.begin());
    written_.store(written + count, std::memory_order_release);
    return count;
  }

  /// Producer only. Free slots, to be filled from the front and then passed on by commit(); not always all that
  /// are free.
  std::span<LaserSample> room() noexcept {
    const std::uint64_t written = written_.load(std::memory_order_relaxed);
    const std::size_t free = capacity() - between(read_.load(std::memory_order_acquire), written);
    const std::size_t begin = place(written);
    return std::span(slots_).subspan(begin, (std::min)(free, slots_.size() - begin));
  }
  /// Producer only. Passes the first `count` samples of room() on to the consumer.
  void commit(std::size_t count) noexcept {
    written_.store(written_.load(std::memory_order_relaxed) + count, std::memory_order_release);
  }
  /// Producer only. How many samples were ever pushed.
  std::uint64_t pushed() const noexcept { return written_.load(std::memory_order_relaxed); }

  /// Consumer only. The next samples in place, `most` at most; valid until pop() frees their slots.
  SampleSpans peek(std::size_t most) noexcept {
    const std::uint64_t read = read_.load(std::memory_order_relaxed);
    const std::size_t count = (std::min)(most, between(read, written_.load(std::memory_order_acquire)));
    const std::size_t begin = place(read), before_wrap = (std::min)(count, slots_.size() - begin);
    return {std::span(slots_).subspan(begin, before_wrap), std::span(slots_).first(count - before_wrap)};
  }
  /// Consumer only. Removes the next samples, `most` at most. @return how many there were
  std::size_t pop(std::size_t most) noexcept {
    const std::uint64_t read = read_.load(std::memory_order_relaxed);
    const std::size_t count = (std::min)(most, between(read, written_.load(std::memory_order_acquire)));
    read_.store(read + count, std::memory_order_release);
    return count;
  }
  /// Threads: any; exact for the consumer. How many samples were ever popped.
  std::uint64_t popped() const noexcept { return read_.load(std::memory_order_relaxed); }

 private:
  std::size_t place(std::uint64_t index) const noexcept {
    return static_cast<std::size_t>(index) & (slots_.size() - 1);
  }
  static std::size_t between(std::uint64_t read, std::uint64_t written) noexcept {
    return static_cast<std::size_t>(written - read);
  }

  // Each index has its own cache line, which avoids false sharing. 64 bits on every platform: 32 bits wrap
  // after twelve hours at 100 kHz.
  static constexpr std::size_t kCacheLine = 64;
  std::size_t capacity_;
  std::vector<LaserSample> slots_;
  alignas(kCacheLine) std::atomic<std::uint64_t> written_{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> read_{0};
};

}  // namespace idn::stream
