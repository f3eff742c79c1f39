// SPDX-License-Identifier: MIT
#pragma once

#include "idn/stream/send/sample_ring.hpp"
#include "stream/send/wave_stream.hpp"

namespace idn::test {

/// Samples that one producer pushes, all at one rate.
class PushedSamples : public stream::TickSampleSource {
 public:
  PushedSamples(SampleRate rate, std::size_t ring) : rate_(rate), ring_(ring) {}

  SampleRate rate() const noexcept override { return rate_; }
  const LaserSample* prepare(TimePoint /*due*/) noexcept override {
    ring_.pop(std::exchange(taken_, 0));
    const stream::SampleSpans next = ring_.peek(1);
    return next.size() > 0 ? next.first.data() : nullptr;
  }
  stream::SampleSpans take(std::size_t most, TimePoint /*due*/) noexcept override {
    const stream::SampleSpans pieces = ring_.peek(most);
    taken_ = pieces.size();
    return pieces;
  }
  stream::SampleRing& ring() noexcept { return ring_; }

 private:
  SampleRate rate_;
  stream::SampleRing ring_;
  std::size_t taken_ = 0;
};

/// A session of the samples that one producer pushes, without the hold time and limits of a device. Threads:
/// push(), buffered() and capacity() by the producer; all else as SenderSession.
class WaveSession final : public stream::SenderSession {
 public:
  static constexpr std::size_t kRing = 8192;

  /// `ring`: samples between producer and tick thread. Errors: as WaveStream::create().
  static FormatResult<std::unique_ptr<WaveSession>> create(const stream::WaveConfig& config,
                                                           std::size_t ring = kRing,
                                                           const stream::LinkConfig& link = {}) {
    auto samples = std::make_unique<PushedSamples>(config.packer.rate,
                                                   std::max(ring, 2 * config.packer.samples_per_packet));
    auto wave = stream::WaveStream::create(config, *samples);
    if (!wave) return tl::unexpected(wave.error());
    return std::unique_ptr<WaveSession>(new WaveSession(link, std::move(samples), *std::move(wave)));
  }

  /// @return how many samples, from the front, were queued; none after finish()
  std::size_t push(std::span<const LaserSample> samples) noexcept {
    return is_finished() ? 0 : samples_->ring().push(samples);
  }
  std::size_t buffered() const noexcept { return samples_->ring().size(); }
  std::size_t capacity() const noexcept { return samples_->ring().capacity(); }

 private:
  WaveSession(const stream::LinkConfig& link, std::unique_ptr<PushedSamples> samples,
              std::unique_ptr<stream::WaveStream> wave)
      : SenderSession(std::move(wave), link), samples_(std::move(samples)) {}

  std::unique_ptr<PushedSamples> samples_;
};

}  // namespace idn::test
