// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/wire/dictionary.hpp"
#include "idn/wire/sample_format.hpp"

namespace idn::wire {

/// How the samples of a channel are written and read: a dictionary together with what it takes to use it. The
/// known formats run at the speed of a fixed layout, all others field by field.
/// Holds everything itself. Threads: a value, which several may read at once. Real-time: yes (no heap, lock,
/// log).
class SampleCodec {
 public:
  /// The longest service configuration: 255 words.
  static constexpr std::size_t kMaxDictionary = std::size_t{255} * 4;

  /// Implicit: naming a format is the usual way to choose a codec.
  SampleCodec(SampleFormat format) noexcept;

  /// @param dictionary the tags of a service configuration, big endian, at most kMaxDictionary octets; padded
  /// to
  ///        whole words with a void tag where needed
  /// @return Errc::UnknownTag for a category that has no defined size; Errc::BadDictionary where X, Y or every
  /// colour is missing, a precision tag has nothing to refine, a void tag skips past the end, or the length is
  /// odd or above kMaxDictionary
  static Result<SampleCodec> from_dictionary(ConstBytes dictionary) noexcept;

  /// What the configuration on the wire has to say; whole words. Valid as long as this object.
  ConstBytes dictionary() const noexcept { return ConstBytes(dictionary_).first(dictionary_size_); }
  /// What each octet of a sample means.
  const SampleLayout& layout() const noexcept { return layout_; }
  /// Octets.
  std::size_t sample_size() const noexcept { return layout_.sample_size(); }
  /// Nothing for a dictionary of its own.
  std::optional<SampleFormat> format() const noexcept { return format_; }

  /// As SampleLayout::encode and decode. Real-time: yes (no heap, lock, log).
  std::size_t encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept;
  /// As many whole samples as there are octets and room for. @return how many.
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

/// The name of the format, else the size of a sample: "own dictionary of 9 octets".
std::string to_string(const SampleCodec& codec);

}  // namespace idn::wire
