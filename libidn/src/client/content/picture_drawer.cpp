// SPDX-License-Identifier: MIT
#include "client/content/picture_drawer.hpp"

#include <algorithm>
#include <cstdlib>

#include "idn/stream/send/blanked_move.hpp"

namespace idn::client {
namespace {

/// Length of a move from corner to corner at the highest rate; reserved, so that no move allocates on the tick
/// thread.
std::size_t longest_move(const stream::MoveTiming& moves) {
  constexpr LaserSample kLowest{.x = -32768, .y = -32768}, kHighest{.x = 32767, .y = 32767};
  return stream::blanked_move_length(kLowest, kHighest, {SampleRate::kMax}, moves);
}

/// Copies as many samples of `from`, from index `done` on, as fit, and advances `done`. @return how many
std::size_t copy_rest(std::span<const LaserSample> from, std::size_t& done, std::span<LaserSample> out) {
  const auto piece = from.subspan(done, std::min(from.size() - done, out.size()));
  std::ranges::copy(piece, out.begin());
  done += piece.size();
  return piece.size();
}

int distance(const LaserSample& a, const LaserSample& b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

}  // namespace

bool is_closed(std::span<const LaserSample> picture) noexcept {
  if (picture.size() < 3) return false;
  const int last_step = distance(picture.back(), picture[picture.size() - 2]);
  return distance(picture.back(), picture.front()) <= last_step + last_step / 4;
}

PictureDrawer::PictureDrawer(SwitchAt switch_at, const stream::MoveTiming& moves)
    : switch_at_(switch_at), moves_(moves) {
  move_.reserve(longest_move(moves));
}

std::size_t PictureDrawer::draw(std::span<LaserSample> out, SampleRate rate) noexcept {
  std::size_t done = 0;
  if (switch_at_ == SwitchAt::Now && pictures_.size() > 0) end_pass();
  while (done < out.size()) {
    if (is_pass_over()) begin_pass(rate);
    if (picture_ == nullptr || is_empty()) break;
    done += copy_rest(move_, moved_, out.subspan(done));
    done += copy_rest(picture_->samples, drawn_, out.subspan(done));
    last_ = out[done - 1];
  }
  return done;
}

void PictureDrawer::begin_pass(SampleRate rate) noexcept {
  const stream::QueuedFrame* const newest = pictures_.take();
  const bool repeats =
      newest == nullptr && picture_ != nullptr && !is_empty() && last_ == picture_->samples.back();
  if (newest != nullptr) picture_ = newest;
  move_.clear();
  moved_ = drawn_ = 0;
  if (picture_ == nullptr || is_empty()) return;
  if (repeats && is_closed(picture_->samples)) return;
  stream::append_blanked_move(last_, picture_->samples.front(), rate, move_, moves_);
}

void PictureDrawer::end_pass() noexcept {
  if (picture_ == nullptr) return;
  drawn_ = picture_->samples.size();
  moved_ = move_.size();
}

}  // namespace idn::client
