// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/client/device.hpp"
#include "stream/send/frame_queue.hpp"

namespace idn::client {

/// Whether the picture is a closed figure, which needs no move: the step from its end to its start is at most
/// 1.25 times the last step.
bool is_closed(std::span<const LaserSample> picture) noexcept;

/// Turns pictures into a gapless series of samples: the current one is drawn repeatedly, with a blanked move
/// from its end to its start, or to the start of the next picture.
class PictureDrawer {
 public:
  PictureDrawer(SwitchAt switch_at, const stream::MoveTiming& moves);

  /// Producer only. Replaces a picture that is still queued; empty: dark. Allocates while pictures grow.
  void show(std::span<const LaserSample> picture) { pictures_.push(picture, stream::FrameRepeat::UntilNext); }
  /// Producer only. Pictures that were replaced before they were drawn.
  std::uint64_t replaced() const noexcept { return pictures_.replaced(); }

  // Tick thread only. Real-time: yes.

  /// Draws the next samples: fills `out` if there is a picture, else writes nothing. @return how many
  std::size_t draw(std::span<LaserSample> out, SampleRate rate) noexcept;
  /// Whether draw() has something.
  bool has_picture() const noexcept { return (picture_ != nullptr && !is_empty()) || pictures_.size() > 0; }
  /// Samples until the current pass ends; 0 if the next draw() begins one.
  std::size_t left_of_pass() const noexcept {
    const bool switches = switch_at_ == SwitchAt::Now && pictures_.size() > 0;
    if (picture_ == nullptr || is_empty() || switches) return 0;
    return move_.size() - moved_ + picture_->samples.size() - drawn_;
  }
  /// Ends the current pass early; the next one draws the newest picture.
  void end_pass() noexcept;
  /// The beam is at `place` now: the next blanked move starts there.
  void moved_to(const LaserSample& place) noexcept { last_ = place; }

 private:
  bool is_empty() const noexcept { return picture_->samples.empty(); }
  bool is_pass_over() const noexcept { return picture_ == nullptr || drawn_ == picture_->samples.size(); }
  void begin_pass(SampleRate rate) noexcept;

  SwitchAt switch_at_;
  stream::MoveTiming moves_;
  stream::FrameQueue pictures_{stream::FrameOrder::NewestWins};
  const stream::QueuedFrame* picture_ = nullptr;  ///< the one being drawn
  std::size_t drawn_ = 0;                         ///< how many of its samples were drawn in this pass
  std::vector<LaserSample> move_;                 ///< blanked move to the start of the pass
  std::size_t moved_ = 0;                         ///< how many of its samples were drawn
  LaserSample last_{};
};

}  // namespace idn::client
