// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "idn/time.hpp"

/// What may leave for a projector, whatever the content is. docs/output.md describes each limit. A software
/// aid, not a safety device.
namespace idn::client {

/// What happens to a sample that is beyond a limit.
enum class LimitAction : std::uint8_t {
  Off,    ///< the limit is not looked at
  Count,  ///< it leaves as it is, and is counted
  Blank,  ///< its light is switched off
  Clamp,  ///< it goes as far as the limit allows: the position that is nearest, the light dimmed
};

/// A place in the picture: -1 (left, bottom) to 1 (right, top).
struct Point {
  double x = 0;  ///< -1 (left) to 1 (right)
  double y = 0;  ///< -1 (bottom) to 1 (top)

  friend bool operator==(const Point&, const Point&) = default;
};

/// Corners in their order, either way around; the last one is joined to the first. Corners are rounded to the
/// 65536 steps of a coordinate.
using Polygon = std::vector<Point>;

/// Of each of the two scanners by itself, lit or dark: the widths of a whole picture, from -1 to 1, per second
/// (speed) or per second squared (acceleration).
struct ScannerLimit {
  double most = 0;                        ///< widths per second, or per second squared; 0 or more
  LimitAction action = LimitAction::Off;  ///< what is done about more

  friend bool operator==(const ScannerLimit&, const ScannerLimit&) = default;
};

/// The part of the picture that the beam stays in; Clamp holds for dark samples too.
struct PictureSize {
  double left = -1;                       ///< -1 to 1
  double right = 1;                       ///< -1 to 1, more than `left`
  double bottom = -1;                     ///< -1 to 1
  double top = 1;                         ///< -1 to 1, more than `bottom`
  LimitAction action = LimitAction::Off;  ///< what is done about samples outside

  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// A part of full scale for each colour, 0..1.
struct Brightness {
  double red = 1;        ///< 0 to 1, as the next ones
  double green = 1;      ///< 0 to 1
  double blue = 1;       ///< 0 to 1
  double deep_blue = 1;  ///< u1
  double yellow = 1;     ///< u2
  double cyan = 1;       ///< u3

  /// The same part of every colour.
  static constexpr Brightness all(double part) noexcept { return {part, part, part, part, part, part}; }

  friend bool operator==(const Brightness&, const Brightness&) = default;
};

/// How bright each colour may be, everywhere.
struct BrightnessLimit {
  Brightness most{};                      ///< 1 is full
  LimitAction action = LimitAction::Off;  ///< what is done about more

  friend bool operator==(const BrightnessLimit&, const BrightnessLimit&) = default;
};

/// Light per area and time, against a beam that stands still or nearly so. In any stretch of time t, a square
/// of `size` anywhere in the picture gets at most `longest` + `share` * t of light, where time counts as much
/// as the brightest colour is lit. Clamp dims to what is left. Blank stays dark until the beam has left the
/// area.
struct DwellLimit {
  double size = 0.02;                                ///< side of the square in picture widths, 0.01..0.5
  Duration longest = std::chrono::milliseconds(10);  ///< 1 us to 10 s
  double share = 0.1;                                ///< of the time in the long run, 0.001..1
  LimitAction action = LimitAction::Off;             ///< what is done about less

  friend bool operator==(const DwellLimit&, const DwellLimit&) = default;
};

/// Lit lines that touch this polygon, by an end or on their way, are at most so bright; dark by default.
struct Zone {
  Polygon corners{};  ///< of the zone, three or more
  /// within it; nothing is lit in it by default
  Brightness most = Brightness::all(0);
  LimitAction action = LimitAction::Blank;  ///< what is done about more

  friend bool operator==(const Zone&, const Zone&) = default;
};

/// Lit lines lie within one of these polygons; Off, Count or Blank. Polygons that shall be one have to overlap.
struct AllowedZones {
  std::vector<Polygon> zones{};             ///< at least one of them holds every lit sample
  LimitAction action = LimitAction::Blank;  ///< what is done about samples outside of all

  friend bool operator==(const AllowedZones&, const AllowedZones&) = default;
};

/// All of them hold at once. None by default.
struct OutputLimits {
  static constexpr std::size_t kMaxZones = 64;    ///< polygons in all, of both kinds
  static constexpr std::size_t kMaxCorners = 64;  ///< of a polygon; at least 3

  ScannerLimit speed{};                 ///< in widths of the picture per second
  ScannerLimit acceleration{};          ///< in widths of the picture per second squared
  PictureSize picture{};                ///< what it covers
  BrightnessLimit brightness{};         ///< of every sample
  DwellLimit dwell{};                   ///< of the beam in one place
  std::vector<Zone> zones{};            ///< where less is allowed than elsewhere
  std::vector<AllowedZones> allowed{};  ///< light has to be within each of the entries

  /// Whether any limit is on, if only to count.
  bool any() const noexcept;
  /// Whether any of them changes samples.
  bool acts() const noexcept;

  friend bool operator==(const OutputLimits&, const OutputLimits&) = default;
};

/// What is wrong with them, for users, as a sentence fragment; nothing where all is well.
std::optional<std::string> check(const OutputLimits& limits);

/// Limits within which everything is allowed by both. A limit that only counts gives way to one that acts; of
/// two that act, clamping replaces blanking, since it holds for dark samples too.
OutputLimits tightest(const OutputLimits& a, const OutputLimits& b);

}  // namespace idn::client
