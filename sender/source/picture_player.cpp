// SPDX-License-Identifier: MIT
#include "sender/source/picture_player.hpp"

#include <algorithm>

#include "idn/stream/blanked_move.hpp"

namespace idn::sender {

PicturePlayer::PicturePlayer(std::unique_ptr<PictureSequence> sequence, const PlayerOptions& options)
    : sequence_(std::move(sequence)), options_(options) {
  queue_.push_back(LaserSample{});
}

std::optional<std::uint64_t> PicturePlayer::total() const {
  if (options_.repeat == 0) return std::nullopt;
  const double drawn = static_cast<double>(sequence_->samples());
  const double held =
      options_.pictures_per_second > 0
          ? static_cast<double>(sequence_->pictures()) * options_.rate.per_second / options_.pictures_per_second
          : 0;
  return static_cast<std::uint64_t>(std::max(drawn, held)) * options_.repeat;
}

std::size_t PicturePlayer::read(std::span<LaserSample> out, std::stop_token) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    if (played_ == queue_.size() && !queue_next_pass()) break;
    const std::size_t count = std::min(out.size() - filled, queue_.size() - played_);
    std::copy_n(queue_.begin() + static_cast<std::ptrdiff_t>(played_), count,
                out.begin() + static_cast<std::ptrdiff_t>(filled));
    played_ += count;
    filled += count;
  }
  return filled;
}

bool PicturePlayer::queue_next_pass() {
  ended_ = ended_ || (picture_time_is_over() && !load_next_picture());
  if (ended_) return false;
  position_ = queue_.back();
  queue_.clear();
  played_ = 0;
  stream::append_blanked_move(position_, picture_.front(), options_.rate, queue_);
  queue_.insert(queue_.end(), picture_.begin(), picture_.end());
  queued_samples_ += queue_.size();
  return true;
}

/// Counted from the start of the show, so that pictures which overrun their time are made up by the next ones.
bool PicturePlayer::picture_time_is_over() const {
  if (picture_.empty() || options_.pictures_per_second <= 0) return true;
  const double until =
      static_cast<double>(pictures_begun_) * options_.rate.per_second / options_.pictures_per_second;
  return static_cast<double>(queued_samples_) >= until;
}

bool PicturePlayer::load_next_picture() {
  ++pictures_begun_;
  if (sequence_->next(picture_)) return true;
  ++rounds_;
  if (options_.repeat != 0 && rounds_ == options_.repeat) return false;
  sequence_->rewind();
  return sequence_->next(picture_);
}

}  // namespace idn::sender
