// SPDX-License-Identifier: MIT
#include "viewer/model/picture/picture.hpp"

#include <algorithm>
#include <cmath>

#include "viewer/model/picture/reference_figure.hpp"

namespace idn::viewer {
namespace {

/// Light older than this many time constants is invisible, however bright it was.
constexpr int kMemory = 16;
/// Margin around the beam's range, as part of the picture's side, so that overshoot of scanners stays visible.
constexpr float kMargin = 0.05F;
/// The width of the beam, as part of the picture's height; at 1080 pixels one pixel.
constexpr float kSigma = 1.0F / 1080;
constexpr float kFinestSigma = 0.6F;
/// The length of the line that has full brightness at exposure 1, in heights of the picture.
constexpr float kBrightLine = 4;

constexpr LinearRgb kBlanked{0.03F, 0.03F, 0.035F}, kCommanded{0.04F, 0.2F, 0.55F};
constexpr LinearRgb kChunkStart{1.0F, 0.35F, 0.0F}, kDatagramStart{0.1F, 0.3F, 1.0F};
/// Half the length of a mark, as part of the picture's height.
constexpr float kMark = 0.006F;

int side(const PictureOptions& options) {
  return std::min(options.width, options.height);
}

float sigma_of(const PictureOptions& options) {
  return std::max(kFinestSigma, kSigma * static_cast<float>(side(options)));
}

float seconds(Duration duration) {
  return std::chrono::duration<float>(duration).count();
}

}  // namespace

Picture::Picture(const PictureOptions& options)
    : options_(options),
      light_(options.width, options.height, sigma_of(options)),
      tracer_(options.beam),
      pixels_(static_cast<std::size_t>(options.width) * static_cast<std::size_t>(options.height)),
      half_side_(static_cast<float>(side(options) * options.zoom) * (0.5F - kMargin)) {
  background_ = reference_figure(*this);
}

void Picture::set_options(const PictureOptions& options) {
  if (options == options_) return;
  *this = Picture(options);
}

std::span<const std::uint32_t> Picture::show(const Timeline& timeline, TimePoint at) {
  const Duration memory = options_.persistence * kMemory;
  if (!drawn_ || at < *drawn_ || at - *drawn_ > memory) {
    light_.clear();
    drawn_ = at - memory;
  }
  light_.fade(std::exp(-seconds(at - *drawn_) / seconds(options_.persistence)));
  draw(timeline, *drawn_, at);
  drawn_ = at;
  light_.render(static_cast<float>(options_.exposure), background_, pixels_);
  return pixels_;
}

Pixel Picture::pixel_of(Position position) const noexcept {
  const Position& middle = options_.middle;
  return {static_cast<float>(options_.width) / 2 + static_cast<float>(position.x - middle.x) * half_side_,
          static_cast<float>(options_.height) / 2 - static_cast<float>(position.y - middle.y) * half_side_};
}

Position Picture::position_of(Pixel pixel) const noexcept {
  const Position& middle = options_.middle;
  return {middle.x + (pixel.x - static_cast<float>(options_.width) / 2) / half_side_,
          middle.y + (static_cast<float>(options_.height) / 2 - pixel.y) / half_side_};
}

void Picture::draw(const Timeline& timeline, TimePoint from, TimePoint to) {
  Brush brush(light_);
  tracer_.trace(timeline, from, to, [&](const Stroke& stroke) { draw(stroke, to, brush); });
  brush.flush();
}

void Picture::draw(const Stroke& stroke, TimePoint now, Brush& brush) {
  const Duration age = now - stroke.begin - stroke.length / 2;
  const float fresh = std::exp(-seconds(age) / seconds(options_.persistence));
  const LinearRgb colour = light_of(*stroke.sample, options_.primaries, options_.ttl);
  if (colour != LinearRgb{}) draw_light(stroke, colour, fresh, brush);
  draw_marks(stroke, colour != LinearRgb{}, fresh);
}

/// A stroke of duration dt adds light of its colour times dt / persistence, in units of the light of the line
/// that has full brightness (kBrightLine).
void Picture::draw_light(const Stroke& stroke, LinearRgb colour, float fresh, Brush& brush) {
  if (options_.dots) light_.add_dot(pixel_of(stroke.commanded_to), colour * (fresh / 2));
  if (!options_.light) return;
  const float share = seconds(stroke.length) / seconds(options_.persistence);
  const float bright_length = kBrightLine * static_cast<float>(side(options_) * options_.zoom);
  brush.stroke(pixel_of(stroke.from), pixel_of(stroke.to), colour * (fresh * share * bright_length));
}

void Picture::draw_marks(const Stroke& stroke, bool is_lit, float fresh) {
  const Pixel from = pixel_of(stroke.commanded_from), to = pixel_of(stroke.commanded_to);
  if (options_.blanked_path && !is_lit)
    light_.add_line(pixel_of(stroke.from), pixel_of(stroke.to), kBlanked * fresh);
  if (options_.commanded_path && options_.beam.scanner &&
      light_of(*stroke.commanded, options_.primaries, options_.ttl) != LinearRgb{})
    light_.add_line(from, to, kCommanded * fresh);
  const float mark = kMark * static_cast<float>(side(options_));
  const Pixel across{mark, 0}, down{0, mark};
  const auto bar = [&](Pixel half, LinearRgb colour) {
    light_.add_line({from.x - half.x, from.y - half.y}, {from.x + half.x, from.y + half.y}, colour * fresh);
  };
  if (options_.chunk_starts && stroke.starts_chunk) bar(across, kChunkStart);
  if (options_.datagram_starts && stroke.starts_datagram) bar(down, kDatagramStart);
}

}  // namespace idn::viewer
