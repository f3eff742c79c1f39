// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "idn/sample.hpp"
#include "idn/statistics.hpp"

namespace idn::stream {

/// How often the receiver draws a picture.
enum class FrameRepeat : std::uint8_t {
  UntilNext,  ///< again and again, until the next one comes
  Once,       ///< one time only, then it waits dark
};

/// Which of the queued pictures is taken.
enum class FrameOrder : std::uint8_t {
  NewestWins,  ///< the last one pushed; older ones are dropped. For live sources
  KeepAll,     ///< one after the other; there is room for FrameQueue::kDepth. For files
};

/// A picture to be drawn from its first sample, which is dark, to its last.
struct QueuedFrame {
  std::vector<LaserSample> samples;             ///< one pass
  FrameRepeat repeat = FrameRepeat::UntilNext;  ///< how long it is drawn
};

/// Frames between one producer thread and one tick thread. The frame that is being shown stays until the next
/// one is taken, so that it can be sent again. Neither side ever waits for the other.
///
/// NewestWins is a triple buffer: one slot each for the producer, the consumer and the queued frame; push() and
/// take() atomically exchange their own slot with the queued one. KeepAll is a ring.
/// Threads: one pushes, one takes. Real-time: take() and size(); push() too where no frame is longer than
/// those before it (no heap, lock, log).
class FrameQueue {
 public:
  /// KeepAll: frames that can be queued.
  static constexpr std::size_t kDepth = 4;

  /// Empty.
  explicit FrameQueue(FrameOrder order) noexcept : order_(order) {}

  /// How many frames can be queued.
  std::size_t capacity() const noexcept { return keeps_all() ? kDepth : 1; }

  /// Producer only. False when there is no room; nothing is taken then. Allocates while frames grow.
  bool push(std::span<const LaserSample> samples, FrameRepeat repeat) {
    return keeps_all() ? enqueue(samples, repeat) : replace(samples, repeat);
  }

  /// Queued frames; a lower bound for the consumer, an upper bound for the producer.
  std::size_t size() const noexcept;

  /// Consumer only. The frame taken before may be overwritten from now on. Real-time: yes.
  /// @return nullptr when none is queued; the frame taken last then stays valid
  const QueuedFrame* take() noexcept { return keeps_all() ? dequeue() : take_newest(); }

  /// NewestWins: how many frames were replaced by newer ones before they were taken. Any thread.
  std::uint64_t replaced() const noexcept { return replaced_.value(); }

 private:
  static constexpr std::uint8_t kNew = 0x80;  ///< flag: the queued slot holds a frame that was not taken yet

  bool keeps_all() const noexcept { return order_ == FrameOrder::KeepAll; }
  bool enqueue(std::span<const LaserSample> samples, FrameRepeat repeat);
  bool replace(std::span<const LaserSample> samples, FrameRepeat repeat);
  const QueuedFrame* dequeue() noexcept;
  const QueuedFrame* take_newest() noexcept;
  /// There is one slot more than can be queued: that of the frame taken last.
  QueuedFrame& slot(std::size_t index) noexcept { return slots_[index % slots_.size()]; }

  FrameOrder order_;
  std::array<QueuedFrame, kDepth + 1> slots_;
  std::atomic<std::size_t> written_{0};       ///< KeepAll
  std::atomic<std::size_t> read_{0};          ///< KeepAll
  std::atomic<std::uint8_t> queued_slot_{0};  ///< NewestWins: index, with kNew
  std::uint8_t producer_slot_ = 1;            ///< NewestWins: index
  std::uint8_t consumer_slot_ = 2;            ///< NewestWins: index
  Counter replaced_;
};

}  // namespace idn::stream
