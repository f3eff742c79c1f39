// SPDX-License-Identifier: MIT
#include "stream/send/frame_packer.hpp"

#include "stream/send/schedule.hpp"

namespace idn::stream {

using wire::ChunkType;

std::size_t max_frame_samples(const wire::SampleCodec& format) noexcept {
  return FrameLimits::kMaxOctets / format.sample_size();
}

FormatResult<FramePacker> FramePacker::create(const PackerConfig& config, const FrameLimits& limits) {
  if (!config.rate.is_valid()) return fail(Errc::InvalidRate);
  if (limits.max_datagram < FrameLimits::kShortestDatagram ||
      limits.max_datagram > FrameLimits::kLongestDatagram ||
      limits.max_datagram <= ChannelWriter::overhead(config.format, true) + wire::ChunkHeader::kSize)
    return fail(Errc::InvalidPacketSize);
  return FramePacker(config, limits);
}

FramePacker::FramePacker(const PackerConfig& config, const FrameLimits& limits)
    : config_(config),
      limits_(limits),
      writer_(channel_setup(config, wire::ServiceMode::GraphicDiscrete), limits.max_datagram),
      octets_(max_frame_samples(config.format) * config.format.sample_size()) {}

std::int64_t FramePacker::raised(std::int64_t timestamp_us) noexcept {
  return last_us_ = std::max(timestamp_us, last_us_);
}

std::size_t FramePacker::begin(std::span<const LaserSample> frame, std::int64_t timestamp_us,
                               FrameRepeat repeat) noexcept {
  raised(timestamp_us);
  frame = frame.first(std::min(frame.size(), max_frame_samples(config_.format)));
  const LaserSample place = blanked(frame.empty() ? LaserSample{} : frame.front());
  const std::array dark{place, place};
  if (frame.size() < 2) frame = dark;
  const std::int64_t drawn_us = sample_time_us(frame.size() - 1, config_.rate);
  duration_us_ = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(drawn_us, kMinDurationUs, wire::ChunkHeader::kMaxDuration));
  frame_octets_ = config_.format.encode(frame, octets_) * config_.format.sample_size();
  handed_out_ = 0;
  fragment_ = 0;
  repeat_ = repeat;
  return frame.size();
}

ConstBytes FramePacker::next(bool request_acknowledge) noexcept {
  return fragment_ == 0 ? first(request_acknowledge) : sequel();
}

ConstBytes FramePacker::first(bool request_acknowledge) noexcept {
  const std::size_t overhead = ChannelWriter::overhead(config_.format, writer_.configuration_is_due(last_us_)) +
                               wire::ChunkHeader::kSize;
  const ConstBytes data = take(room(overhead));
  const ChunkType type = has_more() ? ChunkType::FrameFirst : ChunkType::Frame;
  ByteWriter out =
      writer_.begin_chunk(type, last_us_, {.once = repeat_ == FrameRepeat::Once, .duration_us = duration_us_},
                          data.size(), request_acknowledge);
  out.write(data);
  return out.written();
}

ConstBytes FramePacker::sequel() noexcept {
  // In sequels the timestamp counts the fragments (section 2.7); receivers do not use it as a time.
  const WireMicros count = wrap(last_us_ + fragment_);
  const ConstBytes data = take(room(wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize));
  ByteWriter out = writer_.begin_sequel(count, data.size(), !has_more());
  out.write(data);
  return out.written();
}

ConstBytes FramePacker::take(std::size_t octets) noexcept {
  const std::size_t count = std::min(octets, frame_octets_ - handed_out_);
  const ConstBytes taken = ConstBytes(octets_).subspan(handed_out_, count);
  handed_out_ += count;
  ++fragment_;
  return taken;
}

ConstBytes FramePacker::pack_void(std::int64_t timestamp_us, bool request_acknowledge) noexcept {
  return writer_.void_message(raised(timestamp_us), request_acknowledge);
}

}  // namespace idn::stream
