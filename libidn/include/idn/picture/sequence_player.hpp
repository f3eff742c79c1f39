// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/export.hpp"
#include "idn/picture/sequence.hpp"
#include "idn/stop_token.hpp"
#include "idn/stream/send/blanked_move.hpp"
#include "idn/stream/send/sample_source.hpp"

namespace idn::picture {

/// How pictures are played.
struct PlayerOptions {
  SampleRate rate{30'000};  ///< of the samples that read() returns
  /// Time per picture, as a rate. A picture is drawn in whole passes until its time is over; 0: in one pass.
  double pictures_per_second = 25;
  std::uint64_t repeat = 1;    ///< how often the whole sequence is played; 0: endlessly
  stream::MoveTiming moves{};  ///< from the end of a pass to the beginning of the next
};

/// Decides how many passes of each picture are drawn. The end of each picture's time is computed from the start
/// of the playback, so that a picture that takes longer leaves less time to the next ones and no delay
/// accumulates.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class IDN_EXPORT PassTiming {
 public:
  /// At the start of the playback.
  explicit PassTiming(const PlayerOptions& options) noexcept : options_(options) {}

  /// Call before the first pass of each picture.
  void begin_picture() noexcept { ++pictures_; }
  /// Call for each pass. @param samples of the pass and of the blanked move to it
  void add_pass(std::size_t samples) noexcept { samples_ += samples; }
  /// Whether the passes so far reach the end of the present picture's time.
  bool picture_is_over() const noexcept;
  /// Number of samples of all passes so far.
  std::uint64_t samples() const noexcept { return samples_; }

 private:
  PlayerOptions options_;
  std::uint64_t pictures_ = 0;
  std::uint64_t samples_ = 0;
};

/// Plays a sequence of pictures at a constant sample rate, with blanked moves between passes; the first sample
/// is dark at the origin.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT SequencePlayer final : public stream::SampleSource {
 public:
  /// Reads the whole sequence once to compute total(), unless it is played endlessly.
  SequencePlayer(std::unique_ptr<Sequence> sequence, const PlayerOptions& options);

  std::size_t read(std::span<LaserSample> out, stop_token stop) override;
  /// Ends the picture in progress after the last sample that was read; the time of the next one begins there.
  void end_picture();
  /// Number of samples of the playback, exact, but as if end_picture() were never called; nothing if it is
  /// endless or has too many passes to count them in about a second.
  std::optional<std::uint64_t> total() const override { return total_; }

 private:
  bool queue_next_pass();
  bool load_next_picture();

  std::unique_ptr<Sequence> sequence_;
  PlayerOptions options_;
  std::vector<LaserSample> picture_;
  std::vector<LaserSample> queue_;  ///< blanked move and one pass of the picture
  std::size_t played_ = 0;          ///< samples of the queue that were read
  PassTiming timing_;
  std::uint64_t rounds_ = 0;
  bool ended_ = false;
  std::optional<std::uint64_t> total_;
};

}  // namespace idn::picture
