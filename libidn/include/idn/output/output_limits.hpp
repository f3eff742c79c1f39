// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "idn/export.hpp"
#include "idn/result.hpp"
#include "idn/time.hpp"

/// Limits of what is sent to a projector, for any content. docs/output.md describes each limit, and their file.
/// A software aid, not a safety device.
namespace idn::output {

/// What happens to a sample that is beyond a limit.
enum class LimitAction : std::uint8_t {
  Off,    ///< the limit is not checked
  Count,  ///< the sample is counted, but not changed
  Blank,  ///< the sample is blanked, and counted
  Clamp,  ///< the sample is changed to the nearest that the limit allows (position or brightness), and counted
};

/// A place in the picture: -1 (left, bottom) to 1 (right, top).
struct ZonePoint {
  double x = 0;  ///< -1 (left) to 1 (right)
  double y = 0;  ///< -1 (bottom) to 1 (top)

  friend bool operator==(const ZonePoint&, const ZonePoint&) = default;
};

/// Corners in order, clockwise or counterclockwise; an edge joins the last to the first. They are rounded to
/// the 65536 steps of a coordinate.
using Polygon = std::vector<ZonePoint>;

/// Limit of the speed or the acceleration of each scanner (x and y) by itself; dark samples are limited too.
/// The unit is the width of a whole picture, from -1 to 1.
struct ScannerLimit {
  double most = 0;                        ///< widths per second, or per second squared; 0.001..1e15
  LimitAction action = LimitAction::Off;  ///< for samples above `most`

  friend bool operator==(const ScannerLimit&, const ScannerLimit&) = default;
};

/// The rectangle that the beam must not leave; Clamp moves dark samples too.
struct PictureSize {
  double left = -1;                       ///< -1 to 1
  double right = 1;                       ///< -1 to 1, more than `left`
  double bottom = -1;                     ///< -1 to 1
  double top = 1;                         ///< -1 to 1, more than `bottom`
  LimitAction action = LimitAction::Off;  ///< for samples outside

  friend bool operator==(const PictureSize&, const PictureSize&) = default;
};

/// A share of full scale for each colour, 0..1.
struct Brightness {
  double red = 1;        ///< 0 to 1, as the next ones
  double green = 1;      ///< 0 to 1
  double blue = 1;       ///< 0 to 1
  double deep_blue = 1;  ///< u1
  double yellow = 1;     ///< u2
  double cyan = 1;       ///< u3

  /// The same share for every colour.
  static constexpr Brightness all(double part) noexcept { return {part, part, part, part, part, part}; }

  /// Each colour times `share`.
  constexpr Brightness times(double share) const noexcept {
    return {red * share, green * share, blue * share, deep_blue * share, yellow * share, cyan * share};
  }

  friend bool operator==(const Brightness&, const Brightness&) = default;
};

/// Limit of the brightness of each colour, in the whole picture.
struct BrightnessLimit {
  Brightness most{};                      ///< 1: full scale
  LimitAction action = LimitAction::Off;  ///< for samples brighter than `most`

  friend bool operator==(const BrightnessLimit&, const BrightnessLimit&) = default;
};

/// Limit of light per area and time, for a beam that rests or hardly moves. In any interval of length t, any
/// square of side `size` gets at most `longest` + `share` * t of light (a leaky bucket). The light of a sample
/// is its duration times its brightness, which is that of its brightest colour, 0..1. Clamp dims to what is
/// left; Blank blanks until the beam has left the area.
struct DwellLimit {
  double size = 0.02;                                ///< side of the square in picture widths, 0.01..0.5
  Duration longest = std::chrono::milliseconds(10);  ///< at full brightness, 1 us to 10 s
  double share = 0.1;                                ///< of the time, at full brightness, 0.001..1
  LimitAction action = LimitAction::Off;             ///< for light beyond the limit

  friend bool operator==(const DwellLimit&, const DwellLimit&) = default;
};

/// Limit of the brightness of lines that touch a polygon, with an end or in between. A line leads from one
/// sample to the next.
struct Zone {
  Polygon corners{};                        ///< three or more
  Brightness most = Brightness::all(0);     ///< no light by default
  LimitAction action = LimitAction::Blank;  ///< for lines brighter than `most`

  friend bool operator==(const Zone&, const Zone&) = default;
};

/// Each lit line must lie within one of these polygons. Where lines lead from one polygon to the next, the two
/// must overlap so far that each line is within one of them.
struct AllowedZones {
  std::vector<Polygon> zones{};             ///< at least one
  LimitAction action = LimitAction::Blank;  ///< for other lit lines; not Clamp

  friend bool operator==(const AllowedZones&, const AllowedZones&) = default;
};

/// All limits of a device, which apply together. By default there are none.
struct IDN_EXPORT OutputLimits {
  static constexpr std::size_t kMaxZones = 64;    ///< polygons in all, of both kinds
  static constexpr std::size_t kMaxCorners = 64;  ///< of a polygon; at least 3

  ScannerLimit speed{};                 ///< in widths of the picture per second
  ScannerLimit acceleration{};          ///< in widths of the picture per second squared
  PictureSize picture{};                ///< rectangle that the beam must not leave
  BrightnessLimit brightness{};         ///< in the whole picture
  DwellLimit dwell{};                   ///< light at one place over time
  std::vector<Zone> zones{};            ///< areas with a lower brightness limit
  std::vector<AllowedZones> allowed{};  ///< each entry applies by itself

  /// Whether any limit is on, if only to count.
  bool any() const noexcept;
  /// Whether any of them changes samples.
  bool acts() const noexcept;

  friend bool operator==(const OutputLimits&, const OutputLimits&) = default;
};

/// @return what is wrong with `limits`, a sentence fragment for users; no value if they are valid
IDN_EXPORT std::optional<std::string> problem_in(const OutputLimits& limits);

/// Limits that allow only what both `a` and `b` allow. If one only counts and the other blanks or clamps, the
/// latter applies alone; if one blanks and the other clamps, the result clamps, which limits dark samples too.
IDN_EXPORT OutputLimits tightest(const OutputLimits& a, const OutputLimits& b);

#ifdef _WIN32
/// No place: any user may create folders in the places that would do.
inline constexpr char kLimitsFile[] = "";
#else
/// The place of the file of the administrator.
inline constexpr char kLimitsFile[] = "/etc/idn/limits.toml";
#endif

/// Reads limits from a file of the application, which may belong to anyone.
/// Errors: Errc::Limits, with file, line and remedy: the file cannot be read, for example because there is
/// none; it is larger than a mebibyte, or not TOML; an unknown key; an invalid value.
IDN_EXPORT Result<OutputLimits> load_limits(const std::string& path);

/// The limits of the machine, from the file of its administrator; no limits if there is no such file, or `path`
/// is empty. Each device applies them.
/// Errors: as load_limits(); on POSIX systems also if the file is not a regular one, or if file or folder does
/// not belong to root or can be written by others. After an error no device can be opened.
IDN_EXPORT Result<OutputLimits> machine_limits(const std::string& path = kLimitsFile);

/// As load_limits(), from a text; `name` is the name of the file in messages.
IDN_EXPORT Result<OutputLimits> parse_limits(std::string_view text, const std::string& name);

}  // namespace idn::output
