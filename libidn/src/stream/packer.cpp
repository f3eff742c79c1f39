// SPDX-License-Identifier: MIT
#include "idn/stream/packer.hpp"

#include "idn/stream/schedule.hpp"
#include "idn/wire/message.hpp"

namespace idn::stream {
namespace {

/// Any of the four values is legal; receivers in the field meet 2 most often (section 2.4).
constexpr std::uint8_t kDataMatch = 2;

constexpr std::size_t kHeaders =
    wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize + wire::ChunkHeader::kSize;

std::size_t overhead_with_config(const wire::SampleCodec& format) {
  return kHeaders + wire::ChannelConfig::kHeaderSize + format.dictionary().size();
}

}  // namespace

std::size_t max_samples_per_packet(const wire::SampleCodec& format, std::size_t max_datagram) noexcept {
  const std::size_t largest = wire::PacketHeader::kSize + wire::ChannelMessageHeader::kMaxTotalSize;
  const std::size_t overhead = overhead_with_config(format);
  const std::size_t limit = std::min(max_datagram, largest);
  return limit < overhead ? 0 : (limit - overhead) / format.sample_size();
}

Result<Packer> Packer::create(const PackerConfig& config) {
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
      datagram_(overhead_with_config(config.format) + config.samples_per_packet * config.format.sample_size()),
      sequence_(config.first_sequence) {}

void Packer::anchor(std::int64_t timestamp_us) noexcept {
  anchor_us_ = opened_ ? std::max(timestamp_us, next_timestamp_us()) : timestamp_us;
  samples_since_anchor_ = 0;
}

std::int64_t Packer::next_timestamp_us() const noexcept {
  return anchor_us_ + sample_time_us(samples_since_anchor_, config_.rate);
}

bool Packer::configuration_is_due(std::int64_t timestamp_us) const noexcept {
  return !opened_ || timestamp_us < opened_us_ + kOpeningConfigUs ||
         timestamp_us >= configured_us_ + kConfigPeriodUs;
}

ByteWriter Packer::begin_packet(wire::Command command) noexcept {
  ByteWriter out(datagram_);
  wire::PacketHeader{command, config_.client_group, sequence_++}.encode(out);
  return out;
}

ConstBytes Packer::pack(std::span<const LaserSample> samples, bool request_acknowledge) noexcept {
  samples = samples.first(std::min(samples.size(), config_.samples_per_packet));
  const std::int64_t start_us = next_timestamp_us();
  const bool with_config = configuration_is_due(start_us);
  if (with_config) configured_us_ = start_us;
  if (!opened_) opened_us_ = start_us;
  opened_ = true;
  samples_since_anchor_ += samples.size();

  const ConstBytes tags = config_.format.dictionary();
  const std::size_t octets = samples.size() * config_.format.sample_size();
  const std::size_t total = wire::ChannelMessageHeader::kSize + wire::ChunkHeader::kSize + octets +
                            (with_config ? wire::ChannelConfig::kHeaderSize + tags.size() : 0);

  ByteWriter out =
      begin_packet(request_acknowledge ? wire::Command::RtMessageAckRequest : wire::Command::RtMessage);
  wire::ChannelMessageHeader{static_cast<std::uint16_t>(total), config_.channel, with_config,
                             wire::ChunkType::Wave, wrap(start_us)}
      .encode(out);
  if (with_config)
    wire::ChannelConfig{.routing = true,
                        .data_match = kDataMatch,
                        .service_id = config_.service_id,
                        .mode = wire::ServiceMode::GraphicContinuous,
                        .service_configuration = tags}
        .encode(out);
  const auto duration_us = static_cast<std::uint32_t>(next_timestamp_us() - start_us);
  wire::ChunkHeader{.config_match = kDataMatch, .duration_us = duration_us}.encode(out);
  config_.format.encode(samples, out.take(octets));
  return out.written();
}

ConstBytes Packer::pack_channel_close() noexcept {
  ByteWriter out = begin_packet(wire::Command::RtMessage);
  wire::encode_channel_close(config_.channel, wrap(next_timestamp_us()), out);
  return out.written();
}

ConstBytes Packer::pack_session_close() noexcept {
  return begin_packet(wire::Command::RtClose).written();
}

}  // namespace idn::stream
