// SPDX-License-Identifier: MIT
#include "stream/send/channel_writer.hpp"

#include "idn/wire/channel_message.hpp"

namespace idn::stream {
namespace {

using wire::ChunkType;
using wire::Command;

/// Match value of configuration and chunks. All four values are legal; 2 is the most common one in the field
/// (section 2.4).
constexpr std::uint8_t kDataMatch = 2;

constexpr std::size_t kHeaders = wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize;

std::size_t configuration_size(const wire::SampleCodec& format) {
  return wire::ChannelConfig::kHeaderSize + format.dictionary().size();
}

Command command_for(bool request_acknowledge) {
  return request_acknowledge ? Command::RtMessageAckRequest : Command::RtMessage;
}

}  // namespace

std::size_t ChannelWriter::overhead(const wire::SampleCodec& format, bool with_configuration) noexcept {
  return kHeaders + (with_configuration ? configuration_size(format) : 0);
}

ChannelWriter::ChannelWriter(const ChannelDestination& setup, std::size_t max_data)
    : setup_(setup), sequence_(setup.first_sequence) {
  for (auto& datagram : datagrams_) datagram.resize(overhead(setup.format, true) + max_data);
}

bool ChannelWriter::configuration_is_due(std::int64_t timestamp_us) const noexcept {
  return !opened_ || timestamp_us < opened_us_ + kOpeningConfigUs ||
         timestamp_us >= configured_us_ + kConfigPeriodUs;
}

ByteWriter ChannelWriter::begin_packet(Command command) noexcept {
  ByteWriter out(datagrams_[sequence_ % datagrams_.size()]);
  wire::PacketHeader{command, setup_.client_group, sequence_++}.encode(out);
  return out;
}

ByteWriter ChannelWriter::begin(ChunkType type, std::int64_t timestamp_us, std::size_t data,
                                bool request_acknowledge) noexcept {
  const bool with_config = configuration_is_due(timestamp_us);
  if (with_config) configured_us_ = timestamp_us;
  if (!opened_) opened_us_ = timestamp_us;
  opened_ = true;

  const std::size_t total = overhead(setup_.format, with_config) - wire::PacketHeader::kSize + data;
  ByteWriter out = begin_packet(command_for(request_acknowledge));
  wire::ChannelMessageHeader{static_cast<std::uint16_t>(total), setup_.channel, with_config, type,
                             wrap(timestamp_us)}
      .encode(out);
  if (with_config)
    wire::ChannelConfig{.routing = true,
                        .data_match = kDataMatch,
                        .service_id = setup_.service_id,
                        .mode = setup_.mode,
                        .service_configuration = setup_.format.dictionary()}
        .encode(out);
  return out;
}

ByteWriter ChannelWriter::begin_chunk(ChunkType type, std::int64_t timestamp_us, wire::ChunkHeader chunk,
                                      std::size_t octets, bool request_acknowledge) noexcept {
  ByteWriter out = begin(type, timestamp_us, wire::ChunkHeader::kSize + octets, request_acknowledge);
  chunk.config_match = kDataMatch;
  chunk.encode(out);
  return out;
}

ByteWriter ChannelWriter::begin_sequel(WireMicros timestamp, std::size_t octets, bool last) noexcept {
  ByteWriter out = begin_packet(Command::RtMessage);
  wire::ChannelMessageHeader{static_cast<std::uint16_t>(wire::ChannelMessageHeader::kSize + octets),
                             setup_.channel, last, ChunkType::FrameSequel, timestamp}
      .encode(out);
  return out;
}

ConstBytes ChannelWriter::void_message(std::int64_t timestamp_us, bool request_acknowledge) noexcept {
  return begin(ChunkType::Void, timestamp_us, 0, request_acknowledge).written();
}

ConstBytes ChannelWriter::channel_close(std::int64_t timestamp_us) noexcept {
  ByteWriter out = begin_packet(Command::RtMessage);
  wire::encode_channel_close(setup_.channel, wrap(timestamp_us), out);
  return out.written();
}

ConstBytes ChannelWriter::session_close() noexcept {
  return begin_packet(Command::RtClose).written();
}

ConstBytes ChannelWriter::session_abort() noexcept {
  return begin_packet(Command::RtAbort).written();
}

}  // namespace idn::stream
