// SPDX-License-Identifier: MIT
#include "idn_parser/measure/sample_byte_order.hpp"

#include <array>
#include <cstdlib>
#include <optional>

namespace idn::parser {
namespace {

/// A mean step that no picture has: an eighth of the whole range; and how much shorter that of the right order
/// is.
constexpr double kLongStep = 8192;
constexpr double kRatio = 4;

std::int16_t swapped(std::int16_t value) noexcept {
  const auto bits = static_cast<std::uint16_t>(value);
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(bits << 8 | bits >> 8));
}

std::int16_t from_zero(std::int16_t value) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(value) ^ 0x8000U);
}

bool has_16_bit_coordinates(const wire::SampleLayout& layout) noexcept {
  const auto coordinates = [](const wire::SampleField& field) {
    return (field.kind == wire::FieldKind::X || field.kind == wire::FieldKind::Y) && field.width == 2;
  };
  return std::ranges::count_if(layout.fields(), coordinates) == 2;
}

}  // namespace

void SampleByteOrder::Axis::add(std::int16_t from, std::int16_t to) noexcept {
  min = std::min({min, std::int32_t{from}, std::int32_t{to}});
  max = std::max({max, std::int32_t{from}, std::int32_t{to}});
  path += static_cast<std::uint64_t>(std::abs(to - from));
  constexpr int kNearlyAll = 60'000;
  if (std::abs(to - from) > kNearlyAll) ++crossings;
}

double SampleByteOrder::Axis::roughness(std::uint64_t steps) const noexcept {
  if (steps == 0 || max <= min) return 0;
  return static_cast<double>(path) / static_cast<double>(steps) / static_cast<double>(max - min);
}

void SampleByteOrder::add(const wire::SampleLayout& layout, ConstBytes octets) {
  add_longer(layout, octets);
  if (steps_ >= kMostSteps || !has_16_bit_coordinates(layout)) return;
  has_intensity_ = has_intensity_ || std::ranges::find(layout.fields(), wire::FieldKind::Intensity,
                                                       &wire::SampleField::kind) != layout.fields().end();
  std::array<LaserSample, 64> samples;
  bool was_lit = false;
  LaserSample before;
  while (const auto count = layout.decode(octets, samples)) {
    for (const LaserSample& sample : std::span(samples).first(count)) {
      const bool is_lit = !sample.is_dark();
      if (is_lit && was_lit) {
        ++steps_;
        brightest_ = std::max({brightest_, sample.r, sample.g, sample.b});
        most_intense_ = std::max(most_intense_, sample.intensity);
        as_sent_.x.add(before.x, sample.x);
        as_sent_.y.add(before.y, sample.y);
        swapped_.x.add(swapped(before.x), swapped(sample.x));
        swapped_.y.add(swapped(before.y), swapped(sample.y));
        from_zero_.x.add(from_zero(before.x), from_zero(sample.x));
        from_zero_.y.add(from_zero(before.y), from_zero(sample.y));
      }
      was_lit = is_lit;
      before = sample;
    }
    octets = octets.subspan(count * layout.sample_size());
  }
}

/// Chunks that samples of both sizes fill.
void SampleByteOrder::add_longer(const wire::SampleLayout& layout, ConstBytes octets) noexcept {
  const std::size_t size = layout.sample_size();
  if (size == 0 || path_steps_ >= kMostSteps || octets.size() % size != 0 || octets.size() % (size + 1) != 0)
    return;
  for (const wire::SampleField& field : layout.fields()) {
    if (field.kind != wire::FieldKind::X || field.width != 2) continue;
    const auto walk = [&](std::size_t stride, std::uint64_t& path, std::uint64_t& steps) {
      std::optional<std::int16_t> before;
      for (std::size_t at = field.offset; at + 2 <= octets.size(); at += stride) {
        const auto x = static_cast<std::int16_t>(std::to_integer<int>(octets[at]) << 8 |
                                                 std::to_integer<int>(octets[at + 1]));
        if (before) {
          path += static_cast<std::uint64_t>(std::abs(x - *before));
          ++steps;
        }
        before = x;
      }
    };
    walk(size, path_, path_steps_);
    walk(size + 1, longer_path_, longer_steps_);
  }
}

bool SampleByteOrder::has_an_octet_more() const noexcept {
  if (path_steps_ < kFewestSteps) return false;
  const double mean = static_cast<double>(path_) / static_cast<double>(path_steps_);
  const double longer = static_cast<double>(longer_path_) / static_cast<double>(longer_steps_);
  return mean > kLongStep && mean > kRatio * longer;
}

bool SampleByteOrder::is_little_endian() const noexcept {
  if (steps_ < kFewestSteps) return false;
  const auto mean_step = [&](const Order& order) {
    return static_cast<double>(order.x.path + order.y.path) / static_cast<double>(steps_);
  };
  const auto roughness = [&](const Order& order) {
    return order.x.roughness(steps_) + order.y.roughness(steps_);
  };
  return mean_step(as_sent_) > kLongStep && mean_step(as_sent_) > kRatio * mean_step(swapped_) &&
         roughness(as_sent_) > kRatio * roughness(swapped_);
}

bool SampleByteOrder::is_unsigned() const noexcept {
  const auto crossings = [](const Order& order) { return order.x.crossings + order.y.crossings; };
  return crosses() && crossings(from_zero_) == 0;
}

bool SampleByteOrder::overflows() const noexcept {
  return crosses() && from_zero_.x.crossings + from_zero_.y.crossings > 0;
}

/// Rare, as lines are that leave the range, else it is noise or another order.
bool SampleByteOrder::crosses() const noexcept {
  constexpr std::uint64_t kFewest = 8, kRare = 20;
  const auto crossings = as_sent_.x.crossings + as_sent_.y.crossings;
  return steps_ >= kFewestSteps && crossings >= kFewest && crossings * kRare < steps_ && !is_little_endian();
}

bool SampleByteOrder::is_of_12_bits() const noexcept {
  constexpr std::int32_t kMost = 4095, kLeast = 3072;
  const auto fits = [](const Axis& axis) {
    return axis.min >= 0 && axis.min < kMost - kLeast && axis.max <= kMost && axis.max > kLeast;
  };
  return steps_ >= kFewestSteps && fits(as_sent_.x) && fits(as_sent_.y);
}

bool SampleByteOrder::is_nearly_dark() const noexcept {
  constexpr std::uint16_t kHundredth = 655;
  return steps_ >= kFewestSteps && brightest_ < kHundredth;
}

bool SampleByteOrder::has_no_intensity() const noexcept {
  return steps_ >= kFewestSteps && has_intensity_ && most_intense_ == 0;
}

}  // namespace idn::parser
