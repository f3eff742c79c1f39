// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// The sample formats a sender can choose. Receivers read them through their dictionaries like any other.
namespace idn::wire {

/// What receivers commonly understand.
enum class SampleFormat : std::uint8_t {
  Xyrgb,     ///< 7 octets: 16-bit coordinates, 8-bit red, green, blue. Understood by every receiver.
  Xyrgbi,    ///< 8 octets: the same and intensity
  Xyrgb16,   ///< 10 octets: 16-bit coordinates and colours
  IspDb25,   ///< 14 octets: every signal of the connector of that name; 16-bit coordinates, 8-bit colours
  Extended,  ///< 20 octets: the same signals without the shutter, all in 16 bits
};

/// Every one.
inline constexpr std::array kSampleFormats{SampleFormat::Xyrgb, SampleFormat::Xyrgbi, SampleFormat::Xyrgb16,
                                           SampleFormat::IspDb25, SampleFormat::Extended};

std::string_view to_string(SampleFormat format) noexcept;

/// "xyrgb", "xyrgbi", "xyrgb16", "isp-db25" or "extended".
std::optional<SampleFormat> sample_format_from(std::string_view name) noexcept;

/// The dictionary as service configuration: big-endian tags, padded to 32-bit words. Lives for ever.
ConstBytes dictionary(SampleFormat format) noexcept;

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

/// Encodes as many samples as both sides hold; returns how many. 8-bit colours take the upper octet.
/// Real-time: yes (no heap, lock, log).
std::size_t encode_samples(SampleFormat format, std::span<const LaserSample> samples,
                           MutableBytes out) noexcept;

/// The reverse, at the speed of a fixed layout; what SampleLayout::decode yields for the same dictionary.
std::size_t decode_samples(SampleFormat format, ConstBytes octets, std::span<LaserSample> out) noexcept;

}  // namespace idn::wire
