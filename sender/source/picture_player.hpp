// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "sender/source/sample_source.hpp"

namespace idn::sender {

/// A sequence of pictures: the frames of files, or a pattern.
class PictureSequence {
 public:
  virtual ~PictureSequence() = default;
  /// The next picture, not empty, replaces the content of `picture`. False at the end of the sequence.
  virtual bool next(std::vector<LaserSample>& picture) = 0;
  virtual void rewind() = 0;
  /// How many pictures, and how many samples in all of them.
  virtual std::uint64_t pictures() const = 0;
  virtual std::uint64_t samples() const = 0;
};

struct PlayerOptions {
  SampleRate rate{100'000};
  double pictures_per_second = 25;  ///< each is redrawn, always to its end, while its time lasts; 0: drawn once
  std::uint64_t repeat = 1;         ///< of the whole sequence; 0: for ever
};

/// Pictures at a constant sample rate, joined by blanked moves; the first one starts dark at the origin.
class PicturePlayer final : public SampleSource {
 public:
  PicturePlayer(std::unique_ptr<PictureSequence> sequence, const PlayerOptions& options);

  std::size_t read(std::span<LaserSample> out, std::stop_token stop) override;
  std::optional<std::uint64_t> total() const override;

 private:
  bool queue_next_pass();
  bool picture_time_is_over() const;
  bool load_next_picture();

  std::unique_ptr<PictureSequence> sequence_;
  PlayerOptions options_;
  std::vector<LaserSample> picture_;
  std::vector<LaserSample> queue_;  ///< blanked move and one pass of the picture
  std::size_t played_ = 0;          ///< of the queue
  LaserSample position_;
  std::uint64_t queued_samples_ = 0;  ///< ever
  std::uint64_t pictures_begun_ = 0;
  std::uint64_t rounds_ = 0;
  bool ended_ = false;
};

}  // namespace idn::sender
