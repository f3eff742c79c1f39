// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/send/sample_ring.hpp"
#include "stream/send/wave_stream.hpp"

namespace idn::test {

/// A wave stream of the samples that one producer pushes, all at one rate, without the hold time and limits of
/// a device. Threads: push(), buffered() and capacity() by the producer; all else as SenderSession.
class WaveSession final : private stream::TickSampleSource, public stream::WaveStream {
 public:
  static constexpr std::size_t kRing = 8192;

  /// `ring`: samples between producer and tick thread. Errors: as WaveStream::create().
  static FormatResult<std::unique_ptr<WaveSession>> create(const stream::WaveConfig& config,
                                                           std::size_t ring = kRing) {
    auto packer = stream::Packer::create(config.packer);
    if (!packer) return tl::unexpected(packer.error());
    return std::unique_ptr<WaveSession>(new WaveSession(config, *std::move(packer), ring));
  }

  /// @return how many samples, from the front, were queued; none after finish()
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    return is_finished() ? 0 : ring_.push(samples);
  }
  std::size_t buffered() const noexcept { return ring_.size(); }
  std::size_t capacity() const noexcept { return ring_.capacity(); }

 private:
  WaveSession(const stream::WaveConfig& config, stream::Packer packer, std::size_t ring)
      : WaveStream(config, std::move(packer), *this),
        ring_(std::max(ring, 2 * config.packer.samples_per_packet)),
        rate_(config.packer.rate) {}

  SampleRate rate() const noexcept override { return rate_; }
  const LaserSample* front(TimePoint /*due*/) noexcept override {
    ring_.pop(std::exchange(taken_, 0));
    const stream::SampleSpans next = ring_.peek(1);
    return next.size() > 0 ? next.first.data() : nullptr;
  }
  stream::SampleSpans take(std::size_t most, TimePoint /*due*/) noexcept override {
    ring_.pop(std::exchange(taken_, 0));
    const stream::SampleSpans pieces = ring_.peek(most);
    taken_ = pieces.size();
    return pieces;
  }

  stream::SampleRing ring_;
  SampleRate rate_;
  std::size_t taken_ = 0;
};

}  // namespace idn::test
