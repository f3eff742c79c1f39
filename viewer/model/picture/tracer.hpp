// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "idn/sample_transform.hpp"
#include "viewer/model/picture/scanner.hpp"
#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// A position in the picture: -1 (left, bottom) to 1 (right, top).
struct Position {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(Position, Position) = default;
};

/// A straight piece of the beam's way, at even speed and in one colour.
struct Stroke {
  Position from{}, to{};
  Position commanded_from{}, commanded_to{};  ///< without scanners the same as `from` and `to`
  TimePoint begin;
  Duration length{};
  const LaserSample* sample = nullptr;     ///< as drawn: turned, its colours shifted; valid during the call
  const LaserSample* commanded = nullptr;  ///< without the shift of colours; valid during the call
  bool starts_chunk = false;               ///< the first piece of a chunk that was not shown before
  bool starts_datagram = false;            ///< the first piece of a datagram's samples
};

struct TracerOptions {
  SampleTransform transform{};
  std::optional<ScannerSetup> scanner{};  ///< none: the beam is where it is commanded to be
  /// Positive: colours later than positions, as a projector does whose lasers answer faster than its scanners.
  /// Negative: positions later.
  Duration colour_shift{0};

  friend constexpr bool operator==(const TracerOptions&, const TracerOptions&) = default;
};

/// Follows the beam along a time line. Without samples it stays where it is, and scanners come to rest.
class Tracer {
 public:
  using OnStroke = std::function<void(const Stroke&)>;

  explicit Tracer(const TracerOptions& options);

  /// Every piece of the way from `from` to `to`. A call that does not go on where the last one ended first lets
  /// the scanners find into their movement.
  void trace(const Timeline& timeline, TimePoint from, TimePoint to, const OnStroke& on_stroke);

 private:
  struct Scanners {
    ScannerAxis x, y;
  };

  void run(const Timeline& timeline, TimePoint from, TimePoint to, const OnStroke* on_stroke);
  void run(const Timeline& timeline, const Chunk& chunk, TimePoint from, TimePoint to,
           const OnStroke* on_stroke);
  void move(const Timeline& timeline, Stroke stroke, TimePoint from, TimePoint to, const OnStroke* on_stroke);
  LaserSample coloured(const Timeline& timeline, const LaserSample& sample, TimePoint at) const;
  void rest(Duration time);
  LaserSample turned(const LaserSample& sample) const noexcept { return options_.transform(sample); }

  TracerOptions options_;
  std::optional<Scanners> scanners_;
  Position commanded_{};  ///< last
  std::optional<TimePoint> reached_;
};

/// Where a sample commands the beam to be.
constexpr Position position_of(const LaserSample& sample) noexcept {
  return {sample.x / 32767.0, sample.y / 32767.0};
}

}  // namespace idn::viewer
