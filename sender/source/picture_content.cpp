// SPDX-License-Identifier: MIT
#include "sender/source/picture_content.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"

namespace idn::sender {

Result<void> PictureContent::begin(client::Device& device) {
  return device.fill_pictures([this](std::vector<LaserSample>& picture) { return next(picture); });
}

bool PictureContent::next(std::vector<LaserSample>& picture) {
  if (frames_fed_ > 0) report_ready(true);
  const bool has_next = !token().stop_requested() && guarded([&] {
    if (!load_next(picture)) return false;
    check(picture.size());
    return true;
  });
  if (has_next)
    ++frames_fed_;
  else
    report_end(frames_fed_ > 0);
  return has_next;
}

bool PictureContent::load_next(std::vector<LaserSample>& picture) {
  if (plan_.limit && frames_fed_ >= *plan_.limit) return false;
  if (sequence_->next(picture)) return true;
  ++rounds_;
  if (plan_.repeat != 0 && rounds_ == plan_.repeat) return false;
  sequence_->rewind();
  return sequence_->next(picture);
}

void PictureContent::check(std::size_t points) const {
  const std::size_t most = client::max_frame_samples(plan_.format);
  if (points > most)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("frame {} has {} points, more than the {} of {} that receivers take as a frame; "
                    "stream it with --mode wave",
                    frames_fed_ + 1, points, most, to_string(plan_.format)));
}

std::optional<std::uint64_t> PictureContent::total_samples() const {
  if (plan_.repeat == 0 || sequence_->pictures() == 0) return std::nullopt;
  const std::uint64_t frames = sequence_->pictures() * plan_.repeat;
  const std::uint64_t samples = sequence_->samples() * plan_.repeat;
  if (!plan_.limit || *plan_.limit >= frames) return samples;
  return samples * *plan_.limit / frames;
}

}  // namespace idn::sender
