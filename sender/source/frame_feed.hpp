// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/picture/sequence.hpp"
#include "idn/stream/frame_session.hpp"
#include "sender/source/feed.hpp"

namespace idn::sender {

/// Hands the pictures of a sequence to a frame session, one per frame period. A picture that waits for room is
/// offered often enough for the session to know that its source lives.
class FrameFeed final : public Feed {
 public:
  struct Plan {
    std::uint64_t repeat = 1;              ///< of the whole sequence; 0: for ever
    std::optional<std::uint64_t> limit{};  ///< frame periods after which the show ends
    stream::FrameRepeat redraw = stream::FrameRepeat::UntilNext;
  };

  FrameFeed(std::unique_ptr<picture::Sequence> sequence, const Plan& plan)
      : sequence_(std::move(sequence)), plan_(plan) {}

  stream::SenderSession& open(const StreamOptions& options) override;
  bool advance(const std::stop_token& stop) override;
  bool is_ready() const override { return fed_ > 0; }
  bool has_begun() const override { return fed_ > 0; }
  std::optional<std::uint64_t> total_samples() const override;

 private:
  bool load_next_picture();
  void check(const wire::SampleCodec& format) const;

  std::unique_ptr<picture::Sequence> sequence_;
  Plan plan_;
  std::unique_ptr<stream::FrameSession> session_;
  std::vector<LaserSample> picture_;
  bool waits_ = false;  ///< the picture found no room yet
  std::uint64_t fed_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace idn::sender
