// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include "idn/picture/scanner.hpp"
#include "idn/sample.hpp"
#include "viewer/model/timeline.hpp"

namespace idn::viewer {

using picture::scanner_for;
using picture::scanner_from;
using picture::ScannerAxis;
using picture::ScannerSetup;

/// A position in the picture: -1 (left, bottom) to 1 (right, top).
struct Position {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(Position, Position) = default;
};

/// A straight piece of the beam's path, at constant speed and in one colour.
struct Stroke {
  Position from{}, to{};
  Position commanded_from{}, commanded_to{};  ///< equal to `from` and `to` without scanners
  TimePoint begin;
  Duration length{};
  const LaserSample* sample = nullptr;  ///< as drawn, after orientation and colour shift; valid during the call
  const LaserSample* commanded = nullptr;  ///< without colour shift; valid during the call
  bool starts_chunk = false;               ///< the first piece of a chunk, repetitions excluded
  bool starts_datagram = false;            ///< the first piece of a datagram's samples
};

struct TracerOptions {
  SampleTransform transform{};
  std::optional<ScannerSetup> scanner{};  ///< empty: ideal, without inertia
  /// Delay of colours against positions, as projectors need since lasers respond faster than scanners.
  /// Negative: positions are later.
  Duration colour_shift{0};

  friend constexpr bool operator==(const TracerOptions&, const TracerOptions&) = default;
};

/// Converts a time line to strokes of the beam. In dark intervals the beam stays at its last position, and
/// scanners settle.
class Tracer {
 public:
  using OnStroke = std::function<void(const Stroke&)>;

  explicit Tracer(const TracerOptions& options);

  /// Calls `on_stroke` for every piece of the path from `from` to `to`. If the last call did not end at `from`,
  /// the scanners are first simulated for a run-in time before it, so that they are in motion.
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
  LaserSample oriented(const LaserSample& sample) const noexcept { return options_.transform(sample); }

  TracerOptions options_;
  std::optional<Scanners> scanners_;
  Position commanded_{};              ///< the last one
  std::optional<TimePoint> reached_;  ///< time up to which the beam was traced
};

/// The position that a sample commands.
constexpr Position position_of(const LaserSample& sample) noexcept {
  return {sample.x / 32767.0, sample.y / 32767.0};
}

}  // namespace idn::viewer
