// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/sample.hpp"
#include "idn/wire/dictionary.hpp"

/// The sample formats that a sender can choose, and their encoding. For receivers they are dictionaries like
/// all others.
namespace idn::wire {

/// Sample formats that are in common use.
enum class SampleFormat : std::uint8_t {
  Xyrgb,     ///< 7 octets: 16-bit coordinates, 8-bit red, green, blue
  Xyrgbi,    ///< 8 octets: as Xyrgb, and 8-bit intensity. Shown right by every known receiver.
  Xyrgb16,   ///< 10 octets: 16-bit coordinates, 16-bit red, green, blue
  IspDb25,   ///< 14 octets: all signals of the ISP-DB25 connector; 16-bit coordinates, 8-bit colours
  Extended,  ///< 20 octets: the signals of IspDb25 but the shutter, all in 16 bits
};

/// All formats.
inline constexpr std::array kSampleFormats{SampleFormat::Xyrgb, SampleFormat::Xyrgbi, SampleFormat::Xyrgb16,
                                           SampleFormat::IspDb25, SampleFormat::Extended};

/// The default of every sender. There are receivers that take all samples for 8 octets, whatever the dictionary
/// says, and none is known that plays 7 octets but not 8.
inline constexpr SampleFormat kUsualFormat = SampleFormat::Xyrgbi;

IDN_EXPORT std::string_view to_string(SampleFormat format) noexcept;

/// The format called "xyrgb", "xyrgbi", "xyrgb16", "isp-db25" or "extended"; nothing for any other name.
IDN_EXPORT std::optional<SampleFormat> sample_format_from(std::string_view name) noexcept;

/// The dictionary as service configuration: big-endian tags, padded to 32-bit words. Storage is static.
IDN_EXPORT ConstBytes dictionary(SampleFormat format) noexcept;

/// Octets per sample.
constexpr std::size_t sample_size(SampleFormat format) noexcept {
  switch (format) {
    case SampleFormat::Xyrgb:
      return 7;
    case SampleFormat::Xyrgbi:
      return 8;
    case SampleFormat::Xyrgb16:
      return 10;
    case SampleFormat::IspDb25:
      return 14;
    case SampleFormat::Extended:
      return 20;
  }
  return 0;
}

/// Encodes as many of `samples` as `out` has room for. 8-bit colours are the upper octet.
/// Real-time: yes (no heap, lock, log). @return how many
IDN_EXPORT std::size_t encode_samples(SampleFormat format, std::span<const LaserSample> samples,
                                      MutableBytes out) noexcept;

/// Decodes as many whole samples as `octets` has and `out` has room for: the same result as
/// SampleLayout::decode for the dictionary of the format, but faster, with a layout fixed at compile time.
/// Real-time: yes (no heap, lock, log). @return how many
IDN_EXPORT std::size_t decode_samples(SampleFormat format, ConstBytes octets,
                                      std::span<LaserSample> out) noexcept;

/// Encoder and decoder for the samples of a channel, by a dictionary, of which it has a copy. Dictionaries of a
/// SampleFormat are processed with a layout fixed at compile time, all others field by field.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class IDN_EXPORT SampleCodec {
 public:
  /// The longest service configuration: 255 words.
  static constexpr std::size_t kMaxDictionary = std::size_t{255} * 4;

  /// Implicit: naming a format is the usual way to choose a codec. A value that is no SampleFormat gives a
  /// codec of 0 octets per sample, which no stream takes.
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
IDN_EXPORT std::string to_string(const SampleCodec& codec);

}  // namespace idn::wire
