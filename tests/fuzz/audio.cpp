// SPDX-License-Identifier: MIT
// Audio dictionary and samples. Input: a datagram.
#include "idn/wire/audio.hpp"

#include <vector>

#include "fuzz/target.hpp"
#include "idn/wire/channel_message.hpp"

namespace idn::fuzz {
namespace {

/// Decoded samples, encoded and decoded again, are the same.
void check_samples(const wire::AudioLayout& layout, ConstBytes octets) {
  const std::size_t count = octets.size() / layout.sample_size();
  std::vector<std::int32_t> values(count * layout.channel_count());
  require(layout.decode(octets, values) == count);
  std::vector<std::byte> again(count * layout.sample_size());
  require(layout.encode_values(values, again) == count);
  std::vector<std::int32_t> values_again(values.size());
  require(layout.decode(again, values_again) == count);
  require(values == values_again);
}

}  // namespace

void run_audio(ConstBytes input) {
  ByteReader in(input);
  in.skip(wire::PacketHeader::kSize + wire::ChannelMessageHeader::kSize);
  const auto config = wire::ChannelConfig::decode(in);
  in.skip(wire::ChunkHeader::kSize);
  const ConstBytes octets = in.take_rest();
  if (!config) return;
  const auto layout = wire::AudioLayout::from_dictionary(config->service_configuration);
  if (!layout) return;
  require(layout->channel_count() > 0 && layout->sample_size() >= layout->channel_count());
  for (std::size_t i = 0; i < layout->channel_count(); ++i) layout->speaker(i);
  check_samples(*layout, octets);
}

}  // namespace idn::fuzz
