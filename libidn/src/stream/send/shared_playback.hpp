// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

#include "idn/time.hpp"
#include "stream/send/shared_ring.hpp"

namespace idn::stream {

/// Turns what a writer publishes in a shared ring into the samples of datagrams: pictures pass by pass, with a
/// blanked move where the next begins elsewhere; samples unchanged. Goes dark with the next datagram if the
/// writer violates the format, or if a picture is shown and the writer's heartbeat stops for the hold time.
/// Threads: one, but for is_cut_off(). Real-time: yes (no heap, lock, log, system call).
class SharedPlayback {
 public:
  /// `hold`: how long a picture stays after the last heartbeat of the writer.
  SharedPlayback(const SharedRingReader& reader, Duration hold);

  /// Whether there is something to play in a datagram that is due at `due`. If the next block is empty, take()
  /// may return no samples all the same.
  bool has_content(TimePoint due) noexcept;
  /// Writes samples for a datagram that is due at `due` to the front of `out`; `from`: the last sample before
  /// them. @return how many; the rest is dark
  std::size_t take(std::span<LaserSample> out, const LaserSample& from, SampleRate rate,
                   TimePoint due) noexcept;
  /// The writer has violated the format: no more samples come from it. Any thread.
  bool is_cut_off() const noexcept { return cut_off_.load(std::memory_order_relaxed); }

 private:
  bool check_writer(TimePoint due) noexcept;
  bool is_replaced() const noexcept;
  bool is_over() const noexcept;
  bool begin_block(const LaserSample& from, SampleRate rate) noexcept;
  bool begin_pass(const LaserSample& from, SampleRate rate) noexcept;
  bool continues_without_move(const LaserSample& from) noexcept;
  std::size_t take_move(std::span<LaserSample> out) noexcept;
  std::size_t take_block(std::span<LaserSample> out) noexcept;
  LaserSample sample(std::size_t index) noexcept;

  SharedRingReader reader_;
  Duration hold_;
  std::size_t drawn_ = 0;          ///< samples of the block that were taken
  std::vector<LaserSample> move_;  ///< blanked move to the beginning of the block
  std::size_t moved_ = 0;          ///< samples of the move that were taken
  std::uint32_t heartbeat_ = 0;    ///< of the writer, when last read
  TimePoint due_{};                ///< of the datagram for which it was read
  Duration silence_{0};            ///< time since the heartbeat changed
  std::atomic<bool> cut_off_{false};
};

}  // namespace idn::stream
