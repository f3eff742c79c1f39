// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/wire/dictionary.hpp"
#include "idn/wire/sample_format.hpp"

namespace idn::wire {

/// Encoder and decoder for the samples of a channel, by a dictionary, of which it has a copy. Dictionaries of a
/// SampleFormat are processed with a layout fixed at compile time, all others field by field.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class SampleCodec {
 public:
  /// The longest service configuration: 255 words.
  static constexpr std::size_t kMaxDictionary = std::size_t{255} * 4;

  /// Implicit: naming a format is the usual way to choose a codec.
  SampleCodec(SampleFormat format) noexcept;

  /// @param dictionary the tags of a service configuration, big endian, at most kMaxDictionary octets; the copy
  ///        is padded to whole 32-bit words with a void tag
  /// @return the errors of SampleLayout::from_dictionary(); also Errc::BadDictionary where the length is odd or
  ///         above kMaxDictionary
  static FormatResult<SampleCodec> from_dictionary(ConstBytes dictionary) noexcept;

  /// The service configuration to send; whole 32-bit words. Valid as long as this object.
  ConstBytes dictionary() const noexcept { return ConstBytes(dictionary_).first(dictionary_size_); }
  /// The meaning of each octet of a sample.
  const SampleLayout& layout() const noexcept { return layout_; }
  /// Octets per sample.
  std::size_t sample_size() const noexcept { return layout_.sample_size(); }
  /// The format that has this dictionary; nothing for any other dictionary.
  std::optional<SampleFormat> format() const noexcept { return format_; }

  /// As SampleLayout::encode().
  std::size_t encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept;
  /// As SampleLayout::decode().
  std::size_t decode(ConstBytes octets, std::span<LaserSample> out) const noexcept;

  friend bool operator==(const SampleCodec& a, const SampleCodec& b) noexcept {
    return std::ranges::equal(a.dictionary(), b.dictionary());
  }

 private:
  SampleCodec(const SampleLayout& layout, ConstBytes dictionary) noexcept;

  SampleLayout layout_;
  std::optional<SampleFormat> format_;
  std::array<std::byte, kMaxDictionary> dictionary_{};
  std::size_t dictionary_size_ = 0;
};

/// The name of the format, else the size of a sample: "custom dictionary (9 octets per sample)".
std::string to_string(const SampleCodec& codec);

}  // namespace idn::wire
