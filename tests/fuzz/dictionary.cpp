// SPDX-License-Identifier: MIT
// Decoding by a dictionary, and the fixed layouts compared with it. Input: a datagram, of which only
// configuration, chunk header and samples are used.
#include "idn/wire/dictionary.hpp"

#include <vector>

#include "fuzz/target.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/sample_codec.hpp"

namespace idn::fuzz {
namespace {

/// Fields are in order, do not overlap, and are within the sample.
void check_fields(const wire::SampleLayout& layout) {
  std::size_t end = 0;
  for (const auto& field : layout.fields()) {
    require(field.offset >= end);
    end = std::size_t{field.offset} + field.width;
  }
  require(end <= layout.sample_size());
  require(layout.sample_size() >= 3);
}

std::vector<LaserSample> decoded(const auto& layout, ConstBytes octets) {
  std::vector<LaserSample> samples(octets.size() / layout.sample_size());
  require(layout.decode(octets, samples) == samples.size());
  return samples;
}

std::vector<std::byte> encoded(const auto& layout, std::span<const LaserSample> samples) {
  std::vector<std::byte> octets(samples.size() * layout.sample_size());
  require(layout.encode(samples, octets) == samples.size());
  return octets;
}

/// The codec, which may use a fast path for a fixed layout, and decoding field by field give the same samples
/// and octets.
void check_codec(const wire::SampleCodec& codec, ConstBytes octets) {
  const auto layout = wire::SampleLayout::from_dictionary(codec.dictionary());
  require(layout && *layout == codec.layout() && codec.dictionary().size() % 4 == 0);
  const auto samples = decoded(codec, octets);
  require(samples == decoded(*layout, octets));
  const auto again = encoded(codec, samples);
  require(again == encoded(*layout, samples));
  const bool loses_nothing =
      codec.format() && codec.format() != wire::SampleFormat::IspDb25;  // its hint is not kept
  if (loses_nothing) require(std::ranges::equal(again, octets.first(again.size())));
}

}  // namespace

void run_dictionary(ConstBytes input) {
  ByteReader in(input);
  in.skip(wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize);
  const auto config = wire::ChannelConfig::decode(in);
  in.skip(wire::ChunkHeader::kSize);
  const ConstBytes octets = in.take_rest();
  for (const auto format : wire::kSampleFormats) check_codec(format, octets);
  if (!config) return;
  const ConstBytes tags = config->service_configuration;
  const auto layout = wire::SampleLayout::from_dictionary(tags);
  if (!layout) return require(layout.error().offset <= tags.size());
  check_fields(*layout);
  decoded(*layout, octets);
  const auto codec = wire::SampleCodec::from_dictionary(tags);
  require(codec.has_value());
  check_codec(*codec, octets);
}

}  // namespace idn::fuzz
