// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/sample_ring.hpp"
#include "idn/stream/wave_stream.hpp"

namespace idn::stream {

/// What one producer has pushed, at one rate.
/// Threads: one producer; what TickSampleSource has, by the tick thread. Real-time: all but construction (no
/// heap, lock, log).
class RingSampleSource : public TickSampleSource {
 public:
  /// Samples of room, and the rate of all of them.
  RingSampleSource(std::size_t capacity, SampleRate rate) : ring_(capacity), rate_(rate) {}

  SampleRate rate() const noexcept final { return rate_; }
  const LaserSample* front(TimePoint /*due*/) noexcept final;
  SampleSpans take(std::size_t most, TimePoint due) noexcept final;
  std::size_t skip(std::size_t most) noexcept final;

 protected:
  SampleRing ring_;

 private:
  void release() noexcept { ring_.pop(std::exchange(taken_, 0)); }

  SampleRate rate_;
  std::size_t taken_ = 0;
};

/// A gapless stream of samples that one producer pushes.
/// Threads: push(), buffered() and capacity() by one producer; all else as SenderSession. Real-time: all but
/// create() (no heap, lock, log).
class WaveSession final : private RingSampleSource, public WaveStream {
 public:
  /// Errors: Errc::InvalidRate (rate outside 1..1'000'000), Errc::InvalidPacketSize (samples per packet outside
  /// what format, max_datagram and a duration of 200 us to 100 ms allow).
  static Result<std::unique_ptr<WaveSession>> create(const WaveConfig& config);

  /// Returns how many samples, from the front, found room in the ring; the rest has to be offered again. None
  /// behind finish(). Threads: one producer. Real-time: yes.
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    return is_finished() ? 0 : ring_.push(samples);
  }
  /// Samples that wait, and how many can. Threads: the producer's.
  std::size_t buffered() const noexcept { return ring_.size(); }
  /// Samples of room.
  std::size_t capacity() const noexcept { return ring_.capacity(); }

 private:
  WaveSession(const WaveConfig& config, Packer packer);
};

}  // namespace idn::stream
