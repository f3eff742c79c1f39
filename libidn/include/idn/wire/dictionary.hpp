// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "idn/bytes.hpp"
#include "idn/result.hpp"
#include "idn/sample.hpp"

/// The dictionary: 16-bit tags that say what each octet of a sample means (section 2.9).
namespace idn::wire {

namespace tag {
/// No octet: fills the dictionary up.
inline constexpr std::uint16_t kVoid = 0x0000;
/// No octet: what follows belongs to the next scan head.
inline constexpr std::uint16_t kBreak = 0x1000;
/// One octet, ignored.
inline constexpr std::uint16_t kNop = 0x4000;
/// One more, less significant octet of the field before it.
inline constexpr std::uint16_t kPrecision = 0x4010;
/// One octet: scales of colours and intensity; the shutter is open.
inline constexpr std::uint16_t kHint = 0x4100;
/// The same, and bit 0 opens the shutter.
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
/// A colour whose wavelength is given by the prefix before it.
inline constexpr std::uint16_t kWavelengthFromSample = 0x5000;
/// One octet: the wavelength of the colour that follows.
inline constexpr std::uint16_t kWavelengthPrefix = 0x5C00;
/// The legacy signal for intensity and blanking.
inline constexpr std::uint16_t kIntensity = 0x5C10;
}  // namespace tag

/// What a field of a sample is.
enum class FieldKind : std::uint8_t {
  Ignored,           ///< no part of LaserSample
  X,                 ///< horizontal position
  Y,                 ///< vertical position
  Z,                 ///< depth
  XPrime,            ///< horizontal position for the right eye
  Colour,            ///< lights red, green and blue, whichever are near its wavelength
  ColourFromPrefix,  ///< a colour whose wavelength is given by the tag before it
  WavelengthPrefix,  ///< of the colour that follows
  DeepBlue,          ///< 445 nm, U1
  Yellow,            ///< 577 nm, U2
  Cyan,              ///< 488 nm, U3
  Intensity,         ///< the legacy signal
  Hint,              ///< scales of colours and intensity
  HintWithShutter    ///< the same, and the shutter
};

/// One value inside a sample.
struct SampleField {
  FieldKind kind = FieldKind::Ignored;  ///< what it is
  std::uint8_t width = 1;               ///< octets, most significant first; more than two are cut to two
  std::uint16_t offset = 0;             ///< from the start of the sample
  std::uint16_t wavelength_nm = 0;      ///< of a Colour

  friend constexpr bool operator==(const SampleField&, const SampleField&) = default;
};

/// How to read the samples of a channel: built once per configuration, used for every chunk.
/// Threads: a value, which several may read at once. Real-time: yes (no heap, lock, log).
class SampleLayout {
 public:
  /// More values than any scan head has; a dictionary that asks for more is refused.
  static constexpr std::size_t kMaxFields = 32;

  /// Understands every tag of the specification in any order. Void, space modifiers, beam brush and whatever
  /// follows a break count towards the sample size and are ignored. The lines of 445, 577 and 488 nm are the
  /// channels u1 to u3 where the primaries around them have lines of their own, else they light those
  /// primaries.
  /// @param tags octets of the service configuration, big endian.
  /// @return UnknownTag for a category that has no defined size; BadDictionary where X, Y or every colour is
  ///         missing, a precision tag has nothing to refine, or a void tag skips past the end.
  static Result<SampleLayout> from_dictionary(ConstBytes tags) noexcept;

  /// Octets per sample, at least 3.
  std::size_t sample_size() const noexcept { return sample_size_; }
  /// In the order of the octets; valid as long as this.
  std::span<const SampleField> fields() const noexcept { return {fields_.data(), field_count_}; }

  /// Decodes as many whole samples as both sides hold; returns how many.
  /// 8-bit coordinates are shifted, 8-bit colours scaled so that full stays full; wavelengths map to red, green
  /// and blue, the brightest line winning. Without an intensity tag, lit samples get full intensity. Behind a
  /// closed shutter a sample is dark.
  std::size_t decode(ConstBytes samples, std::span<LaserSample> out) const noexcept;

  /// The reverse: encodes as many samples as both sides hold; returns how many. A line between two primaries
  /// gets the weaker of them; hints scale nothing and leave the shutter open; what is ignored becomes zero.
  std::size_t encode(std::span<const LaserSample> samples, MutableBytes out) const noexcept;

  /// Whether one of the fields is of that kind.
  bool has(FieldKind kind) const noexcept;

  friend bool operator==(const SampleLayout&, const SampleLayout&) = default;

 private:
  Result<void> add_octet(std::uint16_t tag, std::size_t tag_offset) noexcept;
  bool add_break() noexcept;
  bool is_complete() const noexcept;
  bool has_line(unsigned from_nm, unsigned to_nm) const noexcept;
  void name_user_channels() noexcept;
  LaserSample decode_one(const std::byte* sample) const noexcept;
  void encode_one(const LaserSample& sample, std::byte* to) const noexcept;

  std::array<SampleField, kMaxFields> fields_{};
  std::size_t field_count_ = 0;
  std::size_t sample_size_ = 0;
  bool beyond_break_ = false;
};

}  // namespace idn::wire
