// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "idn/sample.hpp"

namespace idn::latency {

/// A number of 16 bits in the colours of 28 samples: four blue ones, the number and its CRC-8 (polynomial 0x07)
/// from the highest bit on, red for 1 and green for 0. Only the brightest colour of a sample counts, so a
/// marker remains readable after changes of colour balance and brightness. That of a picture's index has the
/// complement of the CRC.
struct Marker {
  static constexpr std::size_t kStart = 4;                 ///< blue samples at the beginning
  static constexpr std::size_t kBits = 24;                 ///< of number and CRC, one per sample
  static constexpr std::size_t kSamples = kStart + kBits;  ///< length of a marker
};

/// CRC-8 of two octets, high one first: polynomial 0x07, from 0.
constexpr std::uint8_t marker_check(std::uint16_t number) noexcept {
  unsigned rest = number;
  for (int i = 0; i < 16; ++i) rest = (rest & 0x8000U) != 0 ? (rest << 1) ^ 0x0700U : rest << 1;
  return static_cast<std::uint8_t>((rest >> 8) & 0xFFU);
}

/// What is played while waiting for triggers: a circle in grey at a quarter of full brightness, drawn without
/// pauses, and markers of the same brightness on its line. No marker makes the beam brighter, slower or faster.
/// Threads: one owner. Real-time: all but picture() (no heap, lock, log).
class MarkerPattern {
 public:
  /// The circle is drawn 50 times a second, or in 40 samples where these take longer.
  explicit MarkerPattern(SampleRate rate) noexcept;

  /// The next sample begins this marker; one that is in progress ends there.
  void begin(std::uint16_t number) noexcept;
  /// Whether the next sample belongs to a marker.
  bool in_marker() const noexcept { return left_ > 0; }
  /// Fills `out` with the next samples.
  void draw(std::span<LaserSample> out) noexcept;
  /// The whole circle in `samples` samples, beginning with the marker; without a number: the circle alone.
  /// @param index of the picture: a second kind of marker has it behind the first one, and at the end
  static std::vector<LaserSample> picture(std::size_t samples, std::optional<std::uint16_t> number,
                                          std::optional<std::uint16_t> index = std::nullopt);

 private:
  LaserSample next() noexcept;

  std::size_t turn_;  ///< samples of the whole circle
  std::size_t position_ = 0;
  std::uint32_t code_ = 0;  ///< number and CRC
  std::size_t left_ = 0;    ///< samples of the marker that are still to be drawn
};

/// Finds markers in received samples; these may have any content.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class MarkerFinder {
 public:
  /// What was found.
  struct Found {
    std::uint16_t number = 0;  ///< of the marker
    std::uint64_t begin = 0;   ///< its first sample, counted from 0
    bool is_index = false;     ///< `number` is the index of a picture
  };

  /// The marker that this sample completes.
  std::optional<Found> look(const LaserSample& sample) noexcept;
  /// Call where samples are missing: the next one does not follow the last one.
  void restart() noexcept { starts_ = bits_ = 0; }
  /// Samples looked at so far.
  std::uint64_t position() const noexcept { return position_; }

 private:
  std::optional<Found> complete() noexcept;

  std::uint64_t position_ = 0;
  std::size_t starts_ = 0;  ///< blue samples in a row
  std::size_t bits_ = 0;    ///< read so far
  std::uint32_t code_ = 0;
};

}  // namespace idn::latency
