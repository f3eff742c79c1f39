// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "idn/sample.hpp"
#include "idn/stream/receive/receiver_listener.hpp"
#include "idn/time.hpp"

/// What one output shows over time, independent of the kind of source: chunks of laser samples, and dark
/// intervals with their cause.
namespace idn::viewer {

struct Samples {
  std::vector<LaserSample> values;
  /// Index of the first sample of each datagram: one for a wave chunk, one per fragment for a frame.
  std::vector<std::uint32_t> datagram_starts;
};

/// Consecutive samples at one rate. A sample lasts from its time to that of the next one; in between the beam
/// moves at constant speed to its position, in its colour.
struct Chunk {
  TimePoint begin;
  Duration length{};                    ///< of all samples, above zero
  std::shared_ptr<const Samples> data;  ///< shown are `count` samples of these, from index `first`
  std::size_t first = 0;
  std::size_t count = 0;   ///< above zero
  bool is_frame = false;   ///< a whole frame; else a part of a wave
  bool is_repeat = false;  ///< repetition of the frame before, after a blanked move to its first sample
  std::size_t cost = 0;    ///< samples of memory attributed to it; 0 for repetitions that share their data

  std::span<const LaserSample> samples() const noexcept {
    return std::span(data->values).subspan(first, count);
  }
  TimePoint end() const noexcept { return begin + length; }
  /// Start of sample `index`; for `index` == `count` the end of the chunk.
  TimePoint time_of(std::size_t index) const noexcept;
  /// Index of the sample shown at `time`; times outside are clamped to the chunk.
  std::size_t index_at(TimePoint time) const noexcept;
};

enum class DarkReason : std::uint8_t {
  Underrun,           ///< the next samples came too late
  Silence,            ///< nothing arrives, of the sender or of the network
  EmptyFrame,         ///< the sender sent a frame without samples
  Closed,             ///< the sender closed channel or session
  Aborted,            ///< the sender aborted the session
  LinkLost,           ///< time-out of link or session
  ConfigurationLost,  ///< the configuration of the samples is missing
  Rerouted,           ///< the channel was routed to another service, or its client group was excluded
};

/// Text to display: "underrun", "closed", "link lost" ...
std::string_view to_string(DarkReason reason) noexcept;
/// Whether nothing more is expected of the stream, until its sender begins anew.
constexpr bool is_end(DarkReason reason) noexcept {
  return reason == DarkReason::Closed || reason == DarkReason::Aborted || reason == DarkReason::LinkLost;
}
DarkReason dark_reason(stream::EndReason reason) noexcept;

struct Dark {
  TimePoint begin;
  TimePoint end = kNever;  ///< kNever as long as it lasts
  DarkReason reason{};
};

/// How much a time line keeps; beyond that the oldest chunks are dropped.
struct TimelineLimits {
  Duration length = Duration::max();
  std::size_t samples = std::size_t{16} << 20;  ///< about 22 octets each
  std::size_t chunks = std::size_t{1} << 20;
};

/// The chunks and dark intervals of one output, in order of time, without overlap. Threads: one owner.
class Timeline {
 public:
  explicit Timeline(const TimelineLimits& limits = {}) : limits_(limits) {}

  /// Adds a wave chunk. If its begin differs from the end of the chunk before by no more than rounding, it
  /// follows without a gap. If it is later, there is an underrun between; if it is earlier, the overlapping
  /// samples are cut off.
  void play_wave(TimePoint begin, Duration length, std::shared_ptr<const Samples> data);
  /// Adds a frame. It starts when the frame before is complete, and is repeated until something else is added,
  /// with a blanked move back to its first sample. A frame without samples is darkness.
  /// @param length display time of all samples
  /// @param once not repeated
  void play_frame(TimePoint begin, Duration length, std::shared_ptr<const Samples> data, bool once = false);
  /// A datagram of the sender arrived. Frames are repeated for a second after the last one at most: then the
  /// link times out.
  void heard(TimePoint at) noexcept { heard_ = at; }
  /// The output goes dark: with reason Closed after the samples added so far, with any other at `at`; later
  /// samples are removed then.
  void go_dark(TimePoint at, DarkReason reason);
  /// Repeats the current frame until `now`, or slightly longer.
  void extend(TimePoint now);
  /// The source ends at `end`: if the samples reach it, no underrun is reported after them.
  void end_at(TimePoint end) noexcept { source_end_ = end; }

  const std::deque<Chunk>& chunks() const noexcept { return chunks_; }
  const std::deque<Dark>& darks() const noexcept { return darks_; }
  /// Index of the first chunk that ends after `time`; chunks().size() if there is none.
  std::size_t chunk_at(TimePoint time) const noexcept;
  /// The cause of darkness at `time`; empty if a chunk is shown then, or if no cause is known, as before the
  /// first event and after the end of the source.
  std::optional<DarkReason> dark_at(TimePoint time) const noexcept;

  bool empty() const noexcept { return chunks_.empty(); }
  /// Not to be called for an empty time line; likewise end().
  TimePoint begin() const noexcept { return chunks_.front().begin; }
  TimePoint end() const noexcept { return chunks_.back().end(); }

  std::uint64_t samples() const noexcept { return samples_; }    ///< added so far, repetitions not counted
  std::uint64_t outdated() const noexcept { return outdated_; }  ///< of these, cut off since they came too late
  std::size_t kept() const noexcept { return kept_; }            ///< samples in memory
  /// Whether limits made it drop chunks.
  bool has_forgotten() const noexcept { return has_forgotten_; }

 private:
  /// The current frame, as it is repeated.
  struct Repetition {
    Duration length{};
    std::shared_ptr<const Samples> data;
    std::size_t cost = 0;  ///< samples of memory, for the first repetition; then 0
  };

  bool is_dark() const noexcept { return !darks_.empty() && darks_.back().end == kNever; }
  void end_dark(TimePoint at);
  DarkReason reason_without_samples(TimePoint at) const noexcept;
  void join(Chunk& chunk);
  void append(Chunk chunk);
  void repeat();
  void cut(TimePoint at);
  void forget();

  TimelineLimits limits_;
  std::deque<Chunk> chunks_;
  std::deque<Dark> darks_;
  std::optional<Repetition> repetition_;
  std::optional<TimePoint> heard_;  ///< arrival of the last datagram; empty: not known
  TimePoint source_end_ = kNever;
  std::size_t kept_ = 0;  ///< samples in memory
  std::uint64_t samples_ = 0;
  std::uint64_t outdated_ = 0;
  bool has_forgotten_ = false;
};

}  // namespace idn::viewer
