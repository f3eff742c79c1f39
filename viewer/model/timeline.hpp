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
#include "idn/stream/receiver_listener.hpp"
#include "idn/time.hpp"

/// What one output shows over time, whatever it came from: chunks of laser samples, and darkness with its
/// reason.
namespace idn::viewer {

struct Samples {
  std::vector<LaserSample> values;
  /// Index of the first sample of each datagram; a wave chunk has one, the frame of several fragments several.
  std::vector<std::uint32_t> datagram_starts;
};

/// Samples in a row at one rate. A sample lasts from its time to that of the next one; meanwhile the beam moves
/// evenly to its position, in its colour.
struct Chunk {
  TimePoint begin;
  Duration length{};                    ///< of all samples, above zero
  std::shared_ptr<const Samples> data;  ///< of which `count` samples from `first` on are shown
  std::size_t first = 0;
  std::size_t count = 0;   ///< above zero
  bool is_frame = false;   ///< begins a picture
  bool is_repeat = false;  ///< of the frame before, with a dark way back to its start
  std::size_t cost = 0;    ///< samples that are in memory because of it

  std::span<const LaserSample> samples() const noexcept {
    return std::span(data->values).subspan(first, count);
  }
  TimePoint end() const noexcept { return begin + length; }
  /// When sample `index` begins; for `count` the end.
  TimePoint time_of(std::size_t index) const noexcept;
  /// The sample that is shown at `time`, the nearest one for a time outside.
  std::size_t index_at(TimePoint time) const noexcept;
};

enum class DarkReason : std::uint8_t {
  Underrun,           ///< the next samples came too late or never
  EmptyFrame,         ///< the sender asks for darkness
  Closed,             ///< in good order
  Aborted,            ///< by the sender, at once
  LinkLost,           ///< nothing came any more
  ConfigurationLost,  ///< samples that no configuration explains
  Rerouted,           ///< the channel serves something else now, or its group is not admitted
};

/// Words for people: "underrun", "closed", "link lost" ...
std::string_view to_string(DarkReason reason) noexcept;
DarkReason dark_reason(stream::EndReason reason) noexcept;

struct Dark {
  TimePoint begin;
  TimePoint end = kNever;  ///< kNever while it lasts
  DarkReason reason{};
};

/// How much a time line keeps; the oldest goes first.
struct TimelineLimits {
  Duration length = Duration::max();
  std::size_t samples = std::size_t{16} << 20;  ///< about 22 octets each
  std::size_t chunks = std::size_t{1} << 20;
};

/// Chunks in the order of time, without overlap. Threads: one owner.
class Timeline {
 public:
  explicit Timeline(const TimelineLimits& limits = {}) : limits_(limits) {}

  /// A wave chunk. What begins a rounding apart from the end of the chunk before follows it without a gap; what
  /// comes later leaves an underrun; what should have been shown before that end is cut off.
  void play_wave(TimePoint begin, Duration length, std::shared_ptr<const Samples> data);
  /// A frame: shown when the one before is finished, then again and again, the beam led back dark, until
  /// something else comes. Without samples: darkness.
  /// @param length of all samples
  void play_frame(TimePoint begin, Duration length, std::shared_ptr<const Samples> data, bool once = false);
  /// The source is alive until `until`; frames repeat so long.
  void keep_alive(TimePoint until) noexcept { alive_until_ = until; }
  /// Closed: after what is there already. Any other reason: at `at`, whatever was to come.
  void go_dark(TimePoint at, DarkReason reason);
  /// Repeats the frame that is being shown until `now` at least.
  void extend(TimePoint now);
  /// The source ends at `end`: that nothing follows is no underrun.
  void end_at(TimePoint end) noexcept { source_end_ = end; }

  const std::deque<Chunk>& chunks() const noexcept { return chunks_; }
  const std::deque<Dark>& darks() const noexcept { return darks_; }
  /// Index of the first chunk that ends after `time`; chunks().size() where there is none.
  std::size_t chunk_at(TimePoint time) const noexcept;
  /// Why nothing is shown at `time`; nothing where something is, or before the first chunk.
  std::optional<DarkReason> dark_at(TimePoint time) const noexcept;

  bool empty() const noexcept { return chunks_.empty(); }
  /// Not for an empty time line.
  TimePoint begin() const noexcept { return chunks_.front().begin; }
  TimePoint end() const noexcept { return chunks_.back().end(); }

  std::uint64_t samples() const noexcept { return samples_; }    ///< played so far, repetitions not counted
  std::uint64_t outdated() const noexcept { return outdated_; }  ///< of these, came too late to be shown
  std::size_t kept() const noexcept { return kept_; }            ///< samples in memory
  bool has_forgotten() const noexcept { return has_forgotten_; }

 private:
  struct Repetition {
    Duration length{};
    std::shared_ptr<const Samples> data;
    std::size_t cost = 0;  ///< not yet counted
  };

  bool is_dark() const noexcept { return !darks_.empty() && darks_.back().end == kNever; }
  void end_dark(TimePoint at);
  void join(Chunk& chunk);
  void append(Chunk chunk);
  void repeat();
  void cut(TimePoint at);
  void forget();

  TimelineLimits limits_;
  std::deque<Chunk> chunks_;
  std::deque<Dark> darks_;
  std::optional<Repetition> repetition_;
  TimePoint alive_until_ = kNever;
  TimePoint source_end_ = kNever;
  std::size_t kept_ = 0;  ///< samples in memory
  std::uint64_t samples_ = 0;
  std::uint64_t outdated_ = 0;
  bool has_forgotten_ = false;
};

}  // namespace idn::viewer
