// SPDX-License-Identifier: MIT
#include "idn/wire/sample_codec.hpp"

namespace idn::wire {

SampleCodec::SampleCodec(SampleFormat format) noexcept
    : SampleCodec(SampleLayout::from_dictionary(wire::dictionary(format)).value_or(SampleLayout{}),
                  wire::dictionary(format)) {}

FormatResult<SampleCodec> SampleCodec::from_dictionary(ConstBytes dictionary) noexcept {
  if (dictionary.size() > kMaxDictionary) return fail(Errc::BadDictionary, kMaxDictionary);
  if (dictionary.size() % 2 != 0) return fail(Errc::BadDictionary, dictionary.size());
  const auto layout = SampleLayout::from_dictionary(dictionary);
  if (!layout) return tl::unexpected(layout.error());
  return SampleCodec(*layout, dictionary);
}

SampleCodec::SampleCodec(const SampleLayout& layout, ConstBytes dictionary) noexcept
    : layout_(layout), dictionary_size_((dictionary.size() + 3) / 4 * 4) {
  std::ranges::copy(dictionary, dictionary_.begin());
  const auto same = [this](SampleFormat format) {
    return std::ranges::equal(this->dictionary(), wire::dictionary(format));
  };
  const auto known = std::ranges::find_if(kSampleFormats, same);
  if (known != kSampleFormats.end()) format_ = *known;
}

std::size_t SampleCodec::encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept {
  return format_ ? encode_samples(*format_, samples, out) : layout_.encode(samples, out);
}

std::size_t SampleCodec::decode(ConstBytes octets, std::span<LaserSample> out) const noexcept {
  return format_ ? decode_samples(*format_, octets, out) : layout_.decode(octets, out);
}

std::string to_string(const SampleCodec& codec) {
  if (codec.format()) return std::string(to_string(*codec.format()));
  return "custom dictionary (" + std::to_string(codec.sample_size()) + " octets per sample)";
}

}  // namespace idn::wire
