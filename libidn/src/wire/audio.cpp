// SPDX-License-Identifier: MIT
#include "idn/wire/audio.hpp"

#include <algorithm>

namespace idn::wire {
namespace {

using enum Speaker;

constexpr std::uint16_t kNop = 0x4000;

struct CommonLayout {
  std::uint8_t layout;
  std::uint8_t channels;
  std::array<Speaker, 8> speakers;
};

constexpr std::array kCommonLayouts{
    CommonLayout{0, 1, {FrontCentre}},
    CommonLayout{0, 2, {FrontLeft, FrontRight}},
    CommonLayout{0, 3, {FrontLeft, FrontRight, FrontCentre}},
    CommonLayout{0, 4, {FrontLeft, FrontRight, BackLeft, BackRight}},
    CommonLayout{0, 5, {FrontLeft, FrontRight, FrontCentre, BackLeft, BackRight}},
    CommonLayout{1, 6, {FrontLeft, FrontRight, FrontCentre, LowFrequency, BackLeft, BackRight}},
    CommonLayout{0, 7, {FrontLeft, FrontRight, FrontCentre, BackLeft, BackRight, SideLeft, SideRight}},
    CommonLayout{
        1, 8, {FrontLeft, FrontRight, FrontCentre, LowFrequency, BackLeft, BackRight, SideLeft, SideRight}},
    CommonLayout{3,
                 8,
                 {FrontLeft, FrontRight, FrontCentre, LowFrequency, BackLeft, BackRight, FrontLeftOfCentre,
                  FrontRightOfCentre}},
};

constexpr std::uint8_t nibble(std::uint16_t tag, int index) {
  return static_cast<std::uint8_t>(tag >> (4 * index) & 0xF);
}

std::int32_t load(const std::byte* from, std::size_t octets) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < octets; ++i) value |= std::to_integer<std::uint32_t>(from[i]) << (24 - 8 * i);
  return static_cast<std::int32_t>(value);
}

void store(std::byte* to, std::int32_t value, std::size_t octets) {
  for (std::size_t i = 0; i < octets; ++i)
    to[i] = static_cast<std::byte>(static_cast<std::uint32_t>(value) >> (24 - 8 * i) & 0xFFu);
}

}  // namespace

std::span<const Speaker> speakers(std::uint8_t layout, std::uint8_t channels) noexcept {
  for (const CommonLayout& known : kCommonLayouts)
    if (known.layout == layout && known.channels == channels)
      return std::span(known.speakers).first(known.channels);
  return {};
}

FormatResult<AudioLayout> AudioLayout::from_dictionary(ConstBytes tags) noexcept {
  AudioLayout audio;
  ByteReader in(tags);
  while (in.remaining() >= 2) {
    const std::size_t at = in.position();
    const auto tag = in.read<std::uint16_t>();
    if (tag >> 4 == 0) {
      in.skip(std::size_t{2} * (tag & 0xFu));
      if (!in.ok()) return fail(Errc::BadDictionary, at);
    } else if (const auto added = audio.add_tag(tag); !added) {
      return fail(added.error().code, at);
    }
  }
  if (audio.channel_count_ == 0) return fail(Errc::BadDictionary, tags.size());
  return audio;
}

FormatResult<AudioLayout> AudioLayout::common(AudioFormat format, std::uint8_t layout,
                                              std::uint8_t channels) noexcept {
  if (speakers(layout, channels).empty()) return fail(Errc::UnknownTag);
  AudioLayout audio;
  static_cast<void>(audio.add({format, layout, channels, true}));
  return audio;
}

FormatResult<void> AudioLayout::add_tag(std::uint16_t tag) noexcept {
  if (tag == kNop) return add({});
  const auto format = static_cast<AudioFormat>(nibble(tag, 2));
  if (format > AudioFormat::Int24) return fail(Errc::UnknownTag);
  Group group{.format = format};
  if (nibble(tag, 3) == 6 && !speakers(nibble(tag, 1), nibble(tag, 0)).empty())
    group = {format, nibble(tag, 1), nibble(tag, 0), true};
  else if (nibble(tag, 3) == 8)
    group.channels = static_cast<std::uint8_t>(tag & 0xFF);
  if (group.channels == 0) return fail(Errc::UnknownTag);
  return add(group);
}

FormatResult<void> AudioLayout::add(Group group) noexcept {
  if (group_count_ == kMaxGroups) return fail(Errc::BadDictionary);
  groups_[group_count_++] = group;
  sample_size_ += group.octets();
  channel_count_ += group.channels;
  return {};
}

Speaker AudioLayout::speaker(std::size_t channel) const noexcept {
  for (const Group& group : groups()) {
    if (channel < group.channels)
      return group.has_layout ? speakers(group.layout, group.channels)[channel] : Unassigned;
    channel -= group.channels;
  }
  return Unassigned;
}

void AudioLayout::encode(ByteWriter& out) const noexcept {
  for (const Group& group : groups()) {
    const auto format = static_cast<unsigned>(group.format) << 8;
    const unsigned with_layout = 0x6000u | format | group.layout * 16u | group.channels;
    const unsigned tag = group.has_layout ? with_layout : 0x8000u | format | group.channels;
    out.write(group.channels == 0 ? kNop : static_cast<std::uint16_t>(tag));
  }
  if (group_count_ % 2 != 0) out.write(std::uint16_t{0});
}

std::size_t AudioLayout::decode(ConstBytes octets, std::span<std::int32_t> values) const noexcept {
  const std::size_t count = std::min(octets.size() / sample_size_, values.size() / channel_count_);
  const std::byte* from = octets.data();
  std::int32_t* to = values.data();
  for (std::size_t i = 0; i < count; ++i)
    for (const Group& group : groups()) {
      const std::size_t width = octets_of(group.format);
      for (std::size_t c = 0; c < group.channels; ++c) *to++ = load(from + c * width, width);
      from += group.octets();
    }
  return count;
}

std::size_t AudioLayout::encode_values(std::span<const std::int32_t> values, MutableBytes out) const noexcept {
  const std::size_t count = std::min(out.size() / sample_size_, values.size() / channel_count_);
  const std::int32_t* from = values.data();
  std::byte* to = out.data();
  for (std::size_t i = 0; i < count; ++i)
    for (const Group& group : groups()) {
      const std::size_t width = octets_of(group.format);
      if (group.channels == 0) *to = std::byte{0};
      for (std::size_t c = 0; c < group.channels; ++c) store(to + c * width, *from++, width);
      to += group.octets();
    }
  return count;
}

}  // namespace idn::wire
