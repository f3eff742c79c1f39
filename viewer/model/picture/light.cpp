// SPDX-License-Identifier: MIT
#include "viewer/model/picture/light.hpp"

#include <algorithm>
#include <cmath>

#include "viewer/model/picture/tone.hpp"

namespace idn::viewer {
namespace {

/// Radius at which the spot is cut off: it has 0.004 % of its peak there. That is subtracted everywhere, so
/// that even the brightest dot has no visible edge.
constexpr float kReachInSigmas = 4.5F;
/// Entries of the profile tables per pixel.
constexpr float kStepsPerPixel = 128;
/// A line shorter than this many sigmas is drawn as a dot; the error is at most 1/400.
constexpr float kDotInSigmas = 0.25F;
/// Cells are rescaled when scale_ exceeds this, long before a float overflows.
constexpr float kLargestScale = 1e28F;

float table_value(const std::vector<float>& table, float position) {
  const auto index = static_cast<int>(position * kStepsPerPixel + 0.5F);
  return table[static_cast<std::size_t>(std::clamp(index, 0, static_cast<int>(table.size()) - 1))];
}

struct Range {
  float from, to;

  /// Narrowed to the values of x for which `offset + slope * x` lies within [least, most].
  Range narrowed(float offset, float slope, float least, float most) const {
    if (std::abs(slope) < 1e-6F) return *this;
    const float a = (least - offset) / slope, b = (most - offset) / slope;
    return {std::max(from, std::min(a, b)), std::min(to, std::max(a, b))};
  }
};

/// Adds each colour to the background, saturating at 255.
std::uint32_t added(std::uint32_t background, std::uint32_t b, std::uint32_t g, std::uint32_t r) {
  b = std::min(b + (background & 0xFF), 255U);
  g = std::min(g + (background >> 8 & 0xFF), 255U);
  r = std::min(r + (background >> 16 & 0xFF), 255U);
  return 0xFF000000U | r << 16 | g << 8 | b;
}

}  // namespace

Light::Light(int width, int height, float sigma)
    : width_(width),
      height_(height),
      block_columns_((width + kBlockWidth - 1) / kBlockWidth),
      block_rows_((height + kBlockHeight - 1) / kBlockHeight),
      sigma_(std::max(sigma, 0.5F)),
      reach_(sigma_ * kReachInSigmas),
      cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)),
      blocks_(static_cast<std::size_t>(block_columns_) * static_cast<std::size_t>(block_rows_)) {
  const auto steps = static_cast<int>(reach_ * kStepsPerPixel) + 1;
  const float rest = std::exp(-0.5F * kReachInSigmas * kReachInSigmas);
  for (int i = 0; i <= steps; ++i) {
    const float distance = static_cast<float>(i) / kStepsPerPixel / sigma_;
    profile_.push_back(std::max(std::exp(-0.5F * distance * distance) - rest, 0.0F));
  }
  for (int i = 0; i <= 2 * steps; ++i) {
    const float distance = (static_cast<float>(i) / kStepsPerPixel - reach_) / sigma_;
    profile_integral_.push_back(i == 2 * steps ? 1 : 0.5F * std::erfc(-distance / std::sqrt(2.0F)));
  }
}

void Light::add_line(Pixel from, Pixel to, LinearRgb brightness) {
  add_line_total(from, to, brightness * std::hypot(to.x - from.x, to.y - from.y));
}

void Light::add_line_total(Pixel from, Pixel to, LinearRgb amount) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::hypot(dx, dy);
  if (length < kDotInSigmas * sigma_) {
    constexpr float kRootOfTwoPi = 2.5066283F;
    return add_dot({(from.x + to.x) / 2, (from.y + to.y) / 2}, amount * (1 / (sigma_ * kRootOfTwoPi)));
  }
  const LinearRgb brightness = amount * (scale_ / length);
  const Pixel direction{dx / length, dy / length};
  const Range row{std::min(from.x, to.x) - reach_, std::max(from.x, to.x) + reach_};
  const float top = std::max(std::min(from.y, to.y) - reach_, 0.0F);
  const float bottom = std::min(std::max(from.y, to.y) + reach_, static_cast<float>(height_ - 1));
  for (int y = static_cast<int>(top); static_cast<float>(y) <= bottom; ++y) {
    const float below = static_cast<float>(y) + 0.5F - from.y;
    // The columns within reach_ of the line, across and along it; both distances are linear in x.
    const Range part = Range{row.from - from.x, row.to - from.x}
                           .narrowed(below * direction.x, -direction.y, -reach_, reach_)
                           .narrowed(below * direction.y, direction.x, -reach_, length + reach_);
    add_row(y, part.from + from.x, part.to + from.x, from, direction, length, brightness);
  }
}

void Light::add_row(int y, float x_from, float x_to, Pixel from, Pixel direction, float length,
                    LinearRgb brightness) {
  // Clamped before the conversion to int, which could overflow: received positions may lie far outside.
  const auto edge = static_cast<float>(width_);
  const int first = static_cast<int>(std::clamp(std::floor(x_from), 0.0F, edge));
  const int last = static_cast<int>(std::clamp(std::ceil(x_to), 0.0F, edge));
  if (first >= last) return;
  touch(y, first, last - 1);
  const float below = static_cast<float>(y) + 0.5F - from.y;
  Cell* const row = &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
  for (int x = first; x < last; ++x) {
    const float right = static_cast<float>(x) + 0.5F - from.x;
    const float beside = std::abs(below * direction.x - right * direction.y);
    const float along = right * direction.x + below * direction.y;
    const float share =
        table_value(profile_, beside) * (table_value(profile_integral_, along + reach_) -
                                         table_value(profile_integral_, along - length + reach_));
    row[x].b += brightness.b * share;
    row[x].g += brightness.g * share;
    row[x].r += brightness.r * share;
  }
}

void Light::add_dot(Pixel at, LinearRgb brightness) {
  brightness = brightness * scale_;
  const auto clamped = [](float value, int size) {
    return static_cast<int>(std::clamp(value, 0.0F, static_cast<float>(size)));
  };
  const int left = clamped(at.x - reach_, width_), right = clamped(at.x + reach_ + 1, width_);
  const int top = clamped(at.y - reach_, height_), bottom = clamped(at.y + reach_ + 1, height_);
  if (left >= right) return;
  for (int y = top; y < bottom; ++y) {
    touch(y, left, right - 1);
    const float row_share = table_value(profile_, std::abs(static_cast<float>(y) + 0.5F - at.y));
    Cell* const row = &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
    for (int x = left; x < right; ++x) {
      const float share = row_share * table_value(profile_, std::abs(static_cast<float>(x) + 0.5F - at.x));
      row[x].b += brightness.b * share;
      row[x].g += brightness.g * share;
      row[x].r += brightness.r * share;
    }
  }
}

void Light::fade(float factor) {
  if (factor <= 1 / kLargestScale) return clear();
  scale_ /= factor;
  if (scale_ > kLargestScale) renormalise();
}

void Light::clear() {
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].lit) clear_block(i);
  scale_ = 1;
}

LinearRgb Light::at(int x, int y) const noexcept {
  const Cell& cell =
      cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  return LinearRgb{cell.r, cell.g, cell.b} * (1 / scale_);
}

void Light::touch(int y, int x_from, int x_to) noexcept {
  Block* const row =
      &blocks_[static_cast<std::size_t>(y / kBlockHeight) * static_cast<std::size_t>(block_columns_)];
  for (int block = x_from / kBlockWidth; block <= x_to / kBlockWidth; ++block)
    row[block].lit = row[block].touched = true;
}

void Light::render(float exposure, std::span<const std::uint32_t> background, std::span<std::uint32_t> out) {
  if (background.data() != last_background_ || out.data() != last_out_)
    for (Block& block : blocks_) block.shown = true;
  last_background_ = background.data();
  last_out_ = out.data();
  for (std::size_t i = 0; i < blocks_.size(); ++i) render_block(i, exposure / scale_, background, out);
}

/// Renders one block. If its light has become invisible, the block is cleared and costs no time from then on.
void Light::render_block(std::size_t index, float gain, std::span<const std::uint32_t> background,
                         std::span<std::uint32_t> out) {
  Block& block = blocks_[index];
  if (!block.lit && !block.shown) return;
  const auto left = static_cast<int>(index % static_cast<std::size_t>(block_columns_)) * kBlockWidth;
  const auto top = static_cast<int>(index / static_cast<std::size_t>(block_columns_)) * kBlockHeight;
  const int columns = std::min(kBlockWidth, width_ - left), rows = std::min(kBlockHeight, height_ - top);
  std::uint32_t seen = 0;
  for (int y = top; y < top + rows; ++y) {
    const auto begin =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(left);
    if (block.lit)
      seen |= render_row(&cells_[begin], &background[begin], &out[begin], columns, gain);
    else
      std::copy_n(&background[begin], columns, &out[begin]);
  }
  block.shown = block.lit;
  if (block.lit && seen == 0 && !block.touched) clear_block(index);
  block.touched = false;
}

/// @return zero if no light is visible
std::uint32_t Light::render_row(const Cell* cells, const std::uint32_t* background, std::uint32_t* out,
                                int count, float gain) const noexcept {
  const ToneTable& table = tone_table();
  const float invisible = ToneTable::kInvisible / gain;
  std::uint32_t seen = 0;
  for (int i = 0; i < count; ++i) {
    // Fast path: most pixels are dark, even of a block that contains light.
    if (cells[i].b + cells[i].g + cells[i].r < invisible) {
      out[i] = background[i];
      continue;
    }
    const std::uint32_t b = table(cells[i].b * gain), g = table(cells[i].g * gain),
                        r = table(cells[i].r * gain);
    seen |= b | g | r;
    out[i] = added(background[i], b, g, r);
  }
  return seen;
}

void Light::clear_block(std::size_t index) noexcept {
  const auto left = static_cast<int>(index % static_cast<std::size_t>(block_columns_)) * kBlockWidth;
  const auto top = static_cast<int>(index / static_cast<std::size_t>(block_columns_)) * kBlockHeight;
  for (int y = top; y < std::min(top + kBlockHeight, height_); ++y) {
    Cell* const row = &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
    std::fill(row + left, row + std::min(left + kBlockWidth, width_), Cell{});
  }
  blocks_[index].lit = false;
  blocks_[index].shown = true;
}

void Light::renormalise() noexcept {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Cell& cell = cells_[i];
    cell = {cell.b / scale_, cell.g / scale_, cell.r / scale_, 0};
  }
  scale_ = 1;
}

}  // namespace idn::viewer
