// SPDX-License-Identifier: MIT
#include "sender/source/timed_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace idn::sender {
namespace {

std::uint64_t pictures_in(Duration time, const StreamRates& rates) {
  return static_cast<std::uint64_t>(std::llround(in_seconds(time) * rates.pictures));
}

std::int16_t between(std::int16_t a, std::int16_t b, double part) noexcept {
  return static_cast<std::int16_t>(std::lround(a + (b - a) * part));
}

/// A point on the way from one to the next, with the colour of the way.
LaserSample between(const LaserSample& from, const LaserSample& to, double part) noexcept {
  if (part <= 0) return from;
  LaserSample sample = to;
  sample.x = between(from.x, to.x, part);
  sample.y = between(from.y, to.y, part);
  sample.x_prime = between(from.x_prime, to.x_prime, part);
  sample.z = between(from.z, to.z, part);
  return sample;
}

/// The picture with `factor` times as many points, from 1.
std::vector<LaserSample> stretched(const std::vector<LaserSample>& picture, double factor) {
  const auto count = static_cast<std::size_t>(std::ceil(static_cast<double>(picture.size()) * factor));
  std::vector<LaserSample> points(count);
  const double step = count > 1 ? static_cast<double>(picture.size() - 1) / static_cast<double>(count - 1) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = static_cast<double>(i) * step;
    const auto from = std::min(static_cast<std::size_t>(place), picture.size() - 1);
    points[i] = between(picture[from], picture[std::min(from + 1, picture.size() - 1)],
                        place - static_cast<double>(from));
  }
  return points;
}

void dim(std::vector<LaserSample>& picture, double factor) {
  for (LaserSample& sample : picture)
    for (auto* const colour : {&sample.r, &sample.g, &sample.b, &sample.u1, &sample.u2, &sample.u3})
      *colour = static_cast<std::uint16_t>(std::lround(*colour * factor));
}

}  // namespace

TimedPictures::TimedPictures(std::unique_ptr<picture::Sequence> pictures, const CueOptions& options,
                             const StreamRates& rates, bool stays)
    : pictures_(std::move(pictures)) {
  if (options.fps > 0) step_ = options.fps / rates.pictures;
  if (options.rate > 0) stretch_ = static_cast<double>(rates.samples) / static_cast<double>(options.rate);
  fade_ = static_cast<double>(pictures_in(options.fade, rates));
  if (stays) return;
  gap_ = pictures_in(options.gap, rates);
  const double all = static_cast<double>(pictures_->pictures() * options.repeat) / step_;
  shown_ = std::max<std::uint64_t>(1, options.time > Duration{0} ? pictures_in(options.time, rates)
                                                                 : static_cast<std::uint64_t>(std::ceil(all)));
}

bool TimedPictures::next(std::vector<LaserSample>& picture) {
  if (shown_ && at_ >= *shown_ + gap_) return false;
  if (!shown_ || at_ < *shown_) {
    load(static_cast<std::uint64_t>(static_cast<double>(at_) * step_));
    picture = stretched(held_, stretch_);
    dim(picture, brightness());
  } else {
    picture.assign(1, blanked(held_.back()));
  }
  ++at_;
  return true;
}

/// Makes the picture of that index, from 0, the one that is held. Those behind the last are the first ones.
void TimedPictures::load(std::uint64_t wanted) {
  for (; loaded_ <= wanted; ++loaded_) {
    if (pictures_->next(held_)) continue;
    pictures_->rewind();
    pictures_->next(held_);
  }
}

/// Neither the first nor the last picture is wholly dark.
double TimedPictures::brightness() const noexcept {
  const double since = static_cast<double>(at_ + 1);
  const double left = shown_ ? static_cast<double>(*shown_ - at_) : fade_ + 1;
  return std::min({1.0, since / (fade_ + 1), left / (fade_ + 1)});
}

void TimedPictures::rewind() {
  pictures_->rewind();
  at_ = loaded_ = 0;
}

std::uint64_t TimedPictures::pictures() const {
  return shown_ ? *shown_ + gap_ : pictures_->pictures();
}

std::uint64_t TimedPictures::samples() const {
  const double each = static_cast<double>(pictures_->samples()) / static_cast<double>(pictures_->pictures());
  return static_cast<std::uint64_t>(each * stretch_ * static_cast<double>(pictures()));
}

}  // namespace idn::sender
