// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "idn/picture/sequence.hpp"
#include "idn/stream/blanked_move.hpp"
#include "idn/stream/sample_source.hpp"

namespace idn::picture {

/// How pictures are played.
struct PlayerOptions {
  SampleRate rate{100'000};         ///< of what is read
  double pictures_per_second = 25;  ///< each is redrawn, always to its end, while its time lasts; 0: drawn once
  std::uint64_t repeat = 1;         ///< of the whole sequence; 0: for ever
  stream::MoveTiming moves{};       ///< from the end of a pass to the beginning of the next
};

/// How long each picture is redrawn. Counted from the start of the show, so that pictures which overrun their
/// time are made up by the next ones.
/// Threads: one owner. Real-time: yes (no heap, lock, log).
class PassTiming {
 public:
  /// At the start of the show.
  explicit PassTiming(const PlayerOptions& options) noexcept : options_(options) {}

  /// The next picture's time begins.
  void begin_picture() noexcept { ++pictures_; }
  /// A pass of so many samples was queued.
  void add_pass(std::size_t samples) noexcept { samples_ += samples; }
  /// Whether its time has been played.
  bool picture_is_over() const noexcept;
  /// In all passes so far.
  std::uint64_t samples() const noexcept { return samples_; }

 private:
  PlayerOptions options_;
  std::uint64_t pictures_ = 0;
  std::uint64_t samples_ = 0;
};

/// Pictures at a constant sample rate, joined by blanked moves; the first one starts dark at the origin.
/// Threads: one owner. Real-time: no (heap).
class SequencePlayer final : public stream::SampleSource {
 public:
  /// Goes through the sequence once where there is an end to foretell.
  SequencePlayer(std::unique_ptr<Sequence> sequence, const PlayerOptions& options);

  std::size_t read(std::span<LaserSample> out, std::stop_token stop) override;
  /// The picture in progress ends behind the last sample that was read; the time of the next one begins there.
  void end_picture();
  /// To the sample; nothing where counting would take longer than anybody waits.
  /// Without regard to pictures that were ended.
  std::optional<std::uint64_t> total() const override { return total_; }

 private:
  bool queue_next_pass();
  bool load_next_picture();

  std::unique_ptr<Sequence> sequence_;
  PlayerOptions options_;
  std::vector<LaserSample> picture_;
  std::vector<LaserSample> queue_;  ///< blanked move and one pass of the picture
  std::size_t played_ = 0;          ///< of the queue
  PassTiming timing_;
  std::uint64_t rounds_ = 0;
  bool ended_ = false;
  std::optional<std::uint64_t> total_;
};

}  // namespace idn::picture
