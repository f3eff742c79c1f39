// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"

/// The dictionary: 16-bit tags that say what each octet of a sample means (section 2.9).
namespace idn::wire {

namespace tag {
/// Describes no octet: padding to whole 32-bit words.
inline constexpr std::uint16_t kVoid = 0x0000;
/// Describes no octet: the tags after it belong to the next scan head.
inline constexpr std::uint16_t kBreak = 0x1000;
/// One octet, ignored.
inline constexpr std::uint16_t kNop = 0x4000;
/// One octet, which extends the value before it: the next less significant octet.
inline constexpr std::uint16_t kPrecision = 0x4010;
/// One octet: divides colours by 4^(bits 7-6) and the intensity by 4^(bits 5-4); the shutter is open.
inline constexpr std::uint16_t kHint = 0x4100;
/// As kHint, and bit 0 is the shutter: 1 open, 0 closed.
inline constexpr std::uint16_t kHintWithShutter = 0x4101;
/// Horizontal position.
inline constexpr std::uint16_t kX = 0x4200;
/// Horizontal position for the right eye.
inline constexpr std::uint16_t kXPrime = 0x4201;
/// Vertical position.
inline constexpr std::uint16_t kY = 0x4210;
/// Depth.
inline constexpr std::uint16_t kZ = 0x4220;
inline constexpr std::uint16_t kRed = 0x527E;       ///< 638 nm
inline constexpr std::uint16_t kGreen = 0x5214;     ///< 532 nm
inline constexpr std::uint16_t kBlue = 0x51CC;      ///< 460 nm
inline constexpr std::uint16_t kDeepBlue = 0x51BD;  ///< 445 nm, U1
inline constexpr std::uint16_t kYellow = 0x5241;    ///< 577 nm, U2
inline constexpr std::uint16_t kCyan = 0x51E8;      ///< 488 nm, U3
/// One octet: a colour whose wavelength is the value of the prefix before it.
inline constexpr std::uint16_t kWavelengthFromSample = 0x5000;
/// One octet: the wavelength of the colour that follows, in units of 4 nm.
inline constexpr std::uint16_t kWavelengthPrefix = 0x5C00;
/// The legacy signal for intensity and blanking.
inline constexpr std::uint16_t kIntensity = 0x5C10;
}  // namespace tag

/// Meaning of a field of a sample.
enum class FieldKind : std::uint8_t {
  Ignored,           ///< no part of LaserSample
  X,                 ///< horizontal position
  Y,                 ///< vertical position
  Z,                 ///< depth
  XPrime,            ///< horizontal position for the right eye
  Colour,            ///< a laser line; becomes red, green, blue or two of them, by its wavelength
  ColourFromPrefix,  ///< the same, with the wavelength in the field before it
  WavelengthPrefix,  ///< the wavelength of the colour that follows
  DeepBlue,          ///< 445 nm, U1
  Yellow,            ///< 577 nm, U2
  Cyan,              ///< 488 nm, U3
  Intensity,         ///< the legacy signal for intensity and blanking
  Hint,              ///< scales of colours and intensity
  HintWithShutter    ///< scales of colours and intensity, and the shutter
};

/// One value inside a sample.
struct SampleField {
  FieldKind kind = FieldKind::Ignored;  ///< meaning of the value
  std::uint8_t width = 1;               ///< octets, most significant first; those after the second are ignored
  std::uint16_t offset = 0;             ///< from the start of the sample
  std::uint16_t wavelength_nm = 0;      ///< of a Colour

  friend constexpr bool operator==(const SampleField&, const SampleField&) = default;
};

/// Decoder and encoder for the samples of a channel: built once per configuration, used for every chunk.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class IDN_EXPORT SampleLayout {
 public:
  /// More values than any scan head has; a dictionary with more is rejected.
  static constexpr std::size_t kMaxFields = 32;

  /// Accepts every tag of the specification in any order. Ignored are void and space modifiers, which describe
  /// no octets, and NOP, beam brush and all tags after a break, whose octets count towards the sample size. The
  /// lines of 445, 577 and 488 nm are the channels u1 to u3 if the primaries next to them have lines of their
  /// own; otherwise they are mapped to those primaries.
  /// @param tags octets of the service configuration, big endian.
  /// @return UnknownTag for a category that has no defined size; BadDictionary where X, Y or every colour is
  ///         missing, a precision tag comes before all other octets, a void tag skips past the end, or there
  ///         are more than kMaxFields values.
  static Result<SampleLayout> from_dictionary(ConstBytes tags) noexcept;

  /// Octets per sample, at least 3.
  std::size_t sample_size() const noexcept { return sample_size_; }
  /// In the order of the octets; valid as long as this object. A break is a field of kind Ignored.
  std::span<const SampleField> fields() const noexcept { return {fields_.data(), field_count_}; }

  /// Decodes as many whole samples as `samples` has and `out` has room for.
  /// 8-bit coordinates are multiplied by 256, 8-bit colours by 257, so that full scale stays full scale.
  /// Wavelengths are mapped to red, green and blue; of several lines for one primary the brightest counts.
  /// Without an intensity tag, lit samples get full intensity. While the shutter is closed, samples are dark.
  /// @return how many
  std::size_t decode(ConstBytes samples, std::span<LaserSample> out) const noexcept;

  /// Encodes as many of `samples` as `out` has room for.
  /// A line between two primaries gets the weaker of them; hints have scales of 1 and an open shutter. Ignored
  /// values, wavelength prefixes and the colours after them are zero.
  /// @return how many
  std::size_t encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept;

  /// Whether one of the fields is of that kind.
  bool has(FieldKind kind) const noexcept;

  friend bool operator==(const SampleLayout&, const SampleLayout&) = default;

 private:
  Result<void> add_octet(std::uint16_t tag, std::size_t tag_offset) noexcept;
  bool add_break() noexcept;
  bool is_complete() const noexcept;
  bool has_line(unsigned from_nm, unsigned to_nm) const noexcept;
  void assign_user_channels() noexcept;
  LaserSample decode_one(const std::byte* sample) const noexcept;
  void encode_one(const LaserSample& sample, std::byte* to) const noexcept;

  std::array<SampleField, kMaxFields> fields_{};
  std::size_t field_count_ = 0;
  std::size_t sample_size_ = 0;
  bool after_break_ = false;
};

}  // namespace idn::wire
