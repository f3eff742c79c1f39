// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/send/sample_ring.hpp"
#include "stream/send/wave_stream.hpp"

namespace idn::stream {

/// A ring as the source of a wave stream: samples of one producer, all at one rate.
/// Threads: the ring: one producer; the members of TickSampleSource: the tick thread. Real-time: all but
/// construction (no heap, lock, log).
class RingSampleSource : public TickSampleSource {
 public:
  /// `capacity` in samples.
  RingSampleSource(std::size_t capacity, SampleRate rate) : ring_(capacity), rate_(rate) {}

  SampleRate rate() const noexcept final { return rate_; }
  const LaserSample* front(TimePoint /*due*/) noexcept final;
  SampleSpans take(std::size_t most, TimePoint due) noexcept final;

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

  /// Returns how many samples, from the front, were queued; the others have to be pushed again. None after
  /// finish(). Threads: one producer. Real-time: yes.
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    return is_finished() ? 0 : ring_.push(samples);
  }
  /// Queued samples. Threads: the producer.
  std::size_t buffered() const noexcept { return ring_.size(); }
  /// Limit of queued samples.
  std::size_t capacity() const noexcept { return ring_.capacity(); }

 private:
  WaveSession(const WaveConfig& config, Packer packer);
};

}  // namespace idn::stream
