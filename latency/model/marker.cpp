// SPDX-License-Identifier: MIT
#include "latency/model/marker.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace idn::latency {
namespace {

constexpr std::uint32_t kTurnsPerSecond = 50;
constexpr std::size_t kShortestTurn = 40;
constexpr double kRadius = 0.4;
constexpr std::uint16_t kBrightness = 0x4000;

enum class Symbol : std::uint8_t { Other, Start, One, Zero };

/// The colour that is brighter than twice each of the others.
Symbol symbol_of(const LaserSample& sample) noexcept {
  const auto leads = [](unsigned colour, unsigned one, unsigned other) {
    return colour > 2 * one && colour > 2 * other;
  };
  if (leads(sample.b, sample.r, sample.g)) return Symbol::Start;
  if (leads(sample.r, sample.g, sample.b)) return Symbol::One;
  if (leads(sample.g, sample.r, sample.b)) return Symbol::Zero;
  return Symbol::Other;
}

LaserSample on_circle(std::size_t position, std::size_t turn) noexcept {
  const double angle = 2 * std::numbers::pi * static_cast<double>(position) / static_cast<double>(turn);
  LaserSample sample = sample_at(kRadius * std::cos(angle), kRadius * std::sin(angle), 0, 0, 0);
  sample.r = sample.g = sample.b = kBrightness;
  sample.intensity = 0xFFFF;
  return sample;
}

constexpr std::uint32_t kIndexCheck = 0xFF;

std::uint32_t code_of(std::uint16_t number) noexcept {
  return std::uint32_t{number} << 8 | marker_check(number);
}

/// @param left samples of the marker, this one included
void colour(LaserSample& sample, std::uint32_t code, std::size_t left) noexcept {
  sample.r = sample.g = sample.b = 0;
  if (left > Marker::kBits)
    sample.b = kBrightness;
  else
    ((code >> (left - 1) & 1U) != 0 ? sample.r : sample.g) = kBrightness;
}

}  // namespace

MarkerPattern::MarkerPattern(SampleRate rate) noexcept
    : turn_(std::max<std::size_t>(rate.per_second / kTurnsPerSecond, kShortestTurn)) {}

void MarkerPattern::begin(std::uint16_t number) noexcept {
  code_ = code_of(number);
  left_ = Marker::kSamples;
}

void MarkerPattern::draw(std::span<LaserSample> out) noexcept {
  for (LaserSample& sample : out) sample = next();
}

LaserSample MarkerPattern::next() noexcept {
  LaserSample sample = on_circle(position_, turn_);
  position_ = (position_ + 1) % turn_;
  if (left_ > 0) colour(sample, code_, left_--);
  return sample;
}

std::vector<LaserSample> MarkerPattern::picture(std::size_t samples, std::optional<std::uint16_t> number,
                                                std::optional<std::uint16_t> index) {
  std::vector<LaserSample> picture(samples);
  for (std::size_t i = 0; i < samples; ++i) picture[i] = on_circle(i, samples);
  const auto mark = [&](std::size_t begin, std::uint32_t code) {
    for (std::size_t i = 0; i < Marker::kSamples && begin + i < samples; ++i)
      colour(picture[begin + i], code, Marker::kSamples - i);
  };
  if (number) mark(0, code_of(*number));
  if (!index) return picture;
  mark(Marker::kSamples, code_of(*index) ^ kIndexCheck);
  mark(samples - Marker::kSamples, code_of(*index) ^ kIndexCheck);
  return picture;
}

std::optional<MarkerFinder::Found> MarkerFinder::look(const LaserSample& sample) noexcept {
  ++position_;
  const Symbol symbol = symbol_of(sample);
  if (symbol == Symbol::Start) {
    starts_ = bits_ > 0 ? 1 : std::min(starts_ + 1, Marker::kStart + 1);
    bits_ = 0;
    return std::nullopt;
  }
  if (symbol == Symbol::Other || starts_ != Marker::kStart) {
    restart();
    return std::nullopt;
  }
  code_ = code_ << 1 | (symbol == Symbol::One ? 1U : 0U);
  return ++bits_ == Marker::kBits ? complete() : std::nullopt;
}

std::optional<MarkerFinder::Found> MarkerFinder::complete() noexcept {
  restart();
  const auto number = static_cast<std::uint16_t>(code_ >> 8);
  const std::uint32_t difference = (code_ & 0xFFU) ^ marker_check(number);
  if (difference != 0 && difference != kIndexCheck) return std::nullopt;
  return Found{.number = number, .begin = position_ - Marker::kSamples, .is_index = difference == kIndexCheck};
}

}  // namespace idn::latency
