// SPDX-License-Identifier: MIT
#include "idn/picture/sequence_player.hpp"

#include <algorithm>

#include "idn/stop_token.hpp"

namespace idn::picture {
namespace {

/// Properties of a picture on which the length of the playback depends.
struct Outline {
  LaserSample first, last;
  std::size_t samples;
};

std::vector<Outline> outlines(Sequence& sequence) {
  std::vector<Outline> all;
  std::vector<LaserSample> picture;
  while (sequence.next(picture)) all.push_back({picture.front(), picture.back(), picture.size()});
  sequence.rewind();
  return all;
}

/// Number of samples that SequencePlayer plays: the first one, then all passes, each with the move to it.
std::optional<std::uint64_t> count_samples(const std::vector<Outline>& pictures, const PlayerOptions& options) {
  constexpr std::uint64_t kMostPasses = 20'000'000;  // counted in less than a second
  PassTiming timing(options);
  LaserSample position;
  std::uint64_t passes = 0;
  for (std::uint64_t round = 0; round < options.repeat && !pictures.empty(); ++round) {
    for (const auto& picture : pictures) {
      timing.begin_picture();
      do {
        if (++passes > kMostPasses) return std::nullopt;
        timing.add_pass(stream::blanked_move_length(position, picture.first, options.rate, options.moves) +
                        picture.samples);
        position = picture.last;
      } while (!timing.picture_is_over());
    }
  }
  return 1 + timing.samples();
}

}  // namespace

bool PassTiming::picture_is_over() const noexcept {
  if (options_.pictures_per_second <= 0) return true;
  const double until = static_cast<double>(pictures_) * options_.rate.per_second / options_.pictures_per_second;
  return static_cast<double>(samples_) >= until;
}

SequencePlayer::SequencePlayer(std::unique_ptr<Sequence> sequence, const PlayerOptions& options)
    : sequence_(std::move(sequence)), options_(options), queue_(1), timing_(options) {
  if (options.repeat > 0) total_ = count_samples(outlines(*sequence_), options);
}

std::size_t SequencePlayer::read(std::span<LaserSample> out, stop_token) {
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

/// Cuts the queue after the last sample that was read, from whose position the next move starts.
void SequencePlayer::end_picture() {
  if (played_ == 0) return;  // nothing has been read so far
  queue_.resize(played_);
  picture_.clear();
  timing_ = PassTiming(options_);
}

bool SequencePlayer::queue_next_pass() {
  const bool picture_is_over = picture_.empty() || timing_.picture_is_over();
  ended_ = ended_ || (picture_is_over && !load_next_picture());
  if (ended_) return false;
  const LaserSample position = queue_.back();
  queue_.clear();
  played_ = 0;
  stream::append_blanked_move(position, picture_.front(), options_.rate, queue_, options_.moves);
  queue_.insert(queue_.end(), picture_.begin(), picture_.end());
  timing_.add_pass(queue_.size());
  return true;
}

bool SequencePlayer::load_next_picture() {
  timing_.begin_picture();
  if (sequence_->next(picture_)) return true;
  ++rounds_;
  if (options_.repeat != 0 && rounds_ == options_.repeat) return false;
  sequence_->rewind();
  return sequence_->next(picture_);
}

}  // namespace idn::picture
