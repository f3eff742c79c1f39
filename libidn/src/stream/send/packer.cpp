// SPDX-License-Identifier: MIT
#include "stream/send/packer.hpp"

#include <algorithm>
#include <cmath>

#include "stream/send/schedule.hpp"

namespace idn::stream {
namespace {

std::size_t overhead_with_config(const wire::SampleCodec& format) {
  return ChannelWriter::overhead(format, true) + wire::ChunkHeader::kSize;
}

}  // namespace

ChannelDestination channel_setup(const PackerConfig& config, wire::ServiceMode mode) {
  return {.mode = mode,
          .format = config.format,
          .service_id = config.service_id,
          .channel = config.channel,
          .client_group = config.client_group,
          .first_sequence = config.first_sequence};
}

std::size_t max_samples_per_packet(const wire::SampleCodec& format, std::size_t max_datagram) noexcept {
  const std::size_t largest = wire::PacketHeader::kSize + wire::ChannelMessageHeader::kMaxTotalSize;
  const std::size_t overhead = overhead_with_config(format);
  const std::size_t limit = std::min(max_datagram, largest);
  return limit < overhead ? 0 : (limit - overhead) / format.sample_size();
}

std::size_t shortest_packet(SampleRate rate) noexcept {
  const std::uint64_t of_time = (std::uint64_t{rate.per_second} * Packer::kMinDurationUs + 999'999) / 1'000'000;
  return static_cast<std::size_t>(std::max<std::uint64_t>(of_time, Packer::kMinSamples));
}

std::size_t usual_max_datagram(SampleRate rate, const wire::SampleCodec& format) noexcept {
  return std::max(PackerConfig::kDefaultMaxDatagram,
                  overhead_with_config(format) + shortest_packet(rate) * format.sample_size());
}

std::size_t samples_per_packet(SampleRate rate, Duration time, const wire::SampleCodec& format,
                               std::size_t max_datagram) noexcept {
  const auto of_time =
      static_cast<std::size_t>(std::llround(in_seconds(time) * static_cast<double>(rate.per_second)));
  return std::min(std::max(of_time, Packer::kMinSamples), max_samples_per_packet(format, max_datagram));
}

FormatResult<Packer> Packer::create(const PackerConfig& config) {
  if (!config.rate.is_valid()) return fail(Errc::InvalidRate);
  if (config.samples_per_packet < kMinSamples ||
      config.samples_per_packet > max_samples_per_packet(config.format, config.max_datagram))
    return fail(Errc::InvalidPacketSize);
  const std::int64_t duration_us = sample_time_us(config.samples_per_packet, config.rate);
  if (duration_us < kMinDurationUs || duration_us > kMaxDurationUs) return fail(Errc::InvalidPacketSize);
  return Packer(config);
}

Packer::Packer(const PackerConfig& config)
    : config_(config),
      max_samples_(max_samples_per_packet(config.format, config.max_datagram)),
      writer_(channel_setup(config, wire::ServiceMode::GraphicContinuous),
              wire::ChunkHeader::kSize + max_samples_ * config.format.sample_size()) {}

void Packer::anchor(std::int64_t timestamp_us) noexcept {
  begin_at(started_ ? std::max(timestamp_us, next_timestamp_us()) : timestamp_us);
  writer_.reopen();
}

std::int64_t Packer::next_timestamp_us() const noexcept {
  const SampleTime next = sample_time(samples_since_anchor_, config_.rate);
  return anchor_us_ + next.us + floor_us(TimePoint(next.rest - paced_));
}

void Packer::begin_at(std::int64_t timestamp_us) noexcept {
  anchor_us_ = timestamp_us;
  samples_since_anchor_ = 0;
  paced_ = Duration{0};
}

void Packer::change_rate(SampleRate rate) noexcept {
  begin_at(next_timestamp_us());
  config_.rate = rate;
}

ConstBytes Packer::pack(std::initializer_list<std::span<const LaserSample>> pieces,
                        bool request_acknowledge) noexcept {
  std::size_t room = max_samples_, count = 0;
  for (const auto& piece : pieces) count += piece.size();
  count = std::min(count, room);
  started_ = true;
  const std::int64_t start_us = next_timestamp_us();
  const SampleTime before = sample_time(samples_since_anchor_, config_.rate);
  samples_since_anchor_ += count;
  paced_ += pace_.of(sample_time(samples_since_anchor_, config_.rate) - before);
  const auto duration_us = static_cast<std::uint32_t>(next_timestamp_us() - start_us);
  ByteWriter out = writer_.begin_chunk(wire::ChunkType::Wave, start_us, {.duration_us = duration_us},
                                       count * config_.format.sample_size(), request_acknowledge);
  for (const auto& piece : pieces) {
    const auto samples = piece.first(std::min(piece.size(), room));
    config_.format.encode(samples, out.take(samples.size() * config_.format.sample_size()));
    room -= samples.size();
  }
  return out.written();
}

ConstBytes Packer::pack_void(std::int64_t timestamp_us, bool request_acknowledge) noexcept {
  begin_at(std::max(timestamp_us, next_timestamp_us()));
  started_ = true;
  return writer_.void_message(anchor_us_, request_acknowledge);
}

}  // namespace idn::stream
