// SPDX-License-Identifier: MIT
#include "sender/source/frame_feed.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/failure.hpp"
#include "sender/source/pause.hpp"

namespace idn::sender {

namespace {

constexpr Duration kLongestPause = std::chrono::milliseconds(50);

}  // namespace

stream::SenderSession& FrameFeed::open(const StreamOptions& options) {
  session_ = stream::FrameSession::create(frame_config(options)).value();
  return *session_;
}

bool FrameFeed::advance(const std::stop_token& stop) {
  if (!waits_) {
    if (!load_next_picture()) return false;
    check(session_->packing().format);
  }
  waits_ = !session_->push(picture_, plan_.redraw);
  if (waits_)
    pause(std::min(session_->config().frame_period / 2, kLongestPause), stop);
  else
    ++fed_;
  return true;
}

bool FrameFeed::load_next_picture() {
  if (plan_.limit && fed_ >= *plan_.limit) return false;
  if (sequence_->next(picture_)) return true;
  ++rounds_;
  if (plan_.repeat != 0 && rounds_ == plan_.repeat) return false;
  sequence_->rewind();
  return sequence_->next(picture_);
}

void FrameFeed::check(const wire::SampleCodec& format) const {
  const std::size_t most = stream::max_frame_samples(format);
  if (picture_.size() > most)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("frame {} has {} points, more than the {} of {} that receivers take as a frame; "
                    "stream it with --mode wave",
                    fed_ + 1, picture_.size(), most, to_string(format)));
}

std::optional<std::uint64_t> FrameFeed::total_samples() const {
  if (plan_.repeat == 0 || sequence_->pictures() == 0) return std::nullopt;
  const std::uint64_t frames = sequence_->pictures() * plan_.repeat;
  const std::uint64_t samples = sequence_->samples() * plan_.repeat;
  if (!plan_.limit || *plan_.limit >= frames) return samples;
  return samples * *plan_.limit / frames;
}

}  // namespace idn::sender
