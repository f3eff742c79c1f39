// SPDX-License-Identifier: MIT
#include "stream/send/wave_session.hpp"

#include <utility>

namespace idn::stream {

const LaserSample* RingSampleSource::front(TimePoint /*due*/) noexcept {
  release();
  const SampleSpans next = ring_.peek(1);
  return next.size() > 0 ? next.first.data() : nullptr;
}

SampleSpans RingSampleSource::take(std::size_t most, TimePoint /*due*/) noexcept {
  release();
  const SampleSpans pieces = ring_.peek(most);
  taken_ = pieces.size();
  return pieces;
}

Result<std::unique_ptr<WaveSession>> WaveSession::create(const WaveConfig& config) {
  auto packer = Packer::create(config.packer);
  if (!packer) return tl::unexpected(packer.error());
  return std::unique_ptr<WaveSession>(new WaveSession(config, *std::move(packer)));
}

WaveSession::WaveSession(const WaveConfig& config, Packer packer)
    : RingSampleSource(std::max(config.ring_capacity, 2 * config.packer.samples_per_packet),
                       config.packer.rate),
      WaveStream(config, std::move(packer), *this) {}

}  // namespace idn::stream
