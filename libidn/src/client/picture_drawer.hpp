// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/client/device.hpp"
#include "idn/stream/frame_queue.hpp"

namespace idn::client {

/// Makes samples without a gap of pictures: each is drawn again and again, with a blanked move from its end to
/// its beginning, or to that of the picture which takes over.
class PictureDrawer {
 public:
  PictureDrawer(SwitchAt switch_at, const stream::MoveTiming& moves);

  /// Producer only. Replaces a picture that still waits; empty: dark. Allocates while pictures grow.
  void show(std::span<const LaserSample> picture) { pictures_.push(picture, stream::FrameRepeat::UntilNext); }
  /// Producer only. Pictures that were replaced before they were drawn.
  std::uint64_t replaced() const noexcept { return pictures_.replaced(); }

  // Tick thread only. Real-time: yes.

  /// The next samples of the pass: all of `out` where there is a picture, else none. @return how many
  std::size_t draw(std::span<LaserSample> out, SampleRate rate) noexcept;
  /// Whether draw() has something.
  bool has_picture() const noexcept { return (picture_ != nullptr && !is_empty()) || pictures_.size() > 0; }
  /// Samples until a pass ends; none where the next draw() begins one.
  std::size_t left_of_pass() const noexcept {
    const bool switches = switch_at_ == SwitchAt::Now && pictures_.size() > 0;
    if (picture_ == nullptr || is_empty() || switches) return 0;
    return move_.size() - moved_ + picture_->samples.size() - drawn_;
  }
  /// The pass that is drawn ends here: the next one is of the newest picture.
  void end_pass() noexcept;
  /// The beam was taken there meanwhile.
  void moved_to(const LaserSample& place) noexcept { last_ = place; }

 private:
  bool is_empty() const noexcept { return picture_->samples.empty(); }
  bool is_pass_over() const noexcept { return picture_ == nullptr || drawn_ == picture_->samples.size(); }
  void begin_pass(SampleRate rate) noexcept;

  SwitchAt switch_at_;
  stream::MoveTiming moves_;
  stream::FrameQueue pictures_{stream::FrameOrder::NewestWins};
  const stream::Frame* picture_ = nullptr;  ///< that is drawn
  std::size_t drawn_ = 0;                   ///< of its samples
  std::vector<LaserSample> move_;           ///< to the beginning of the pass
  std::size_t moved_ = 0;                   ///< of the move
  LaserSample last_{};
};

}  // namespace idn::client
