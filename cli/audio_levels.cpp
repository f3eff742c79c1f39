// SPDX-License-Identifier: MIT
#include "cli/audio_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/json_text.hpp"

namespace idn::cli {
namespace {

constexpr double kFullScale = 2147483648.0;  ///< values are left aligned in 32 bits

std::optional<double> decibels(double amplitude) {
  if (amplitude <= 0) return std::nullopt;
  return 20 * std::log10(amplitude);
}

/// "-6.0 and -12.0 dBFS"
std::string list_of(const std::vector<AudioLevels::Channel>& channels,
                    std::optional<double> AudioLevels::Channel::* level) {
  std::string text;
  for (const auto& channel : channels) {
    if (!text.empty()) text += &channel == &channels.back() ? " and " : ", ";
    const auto& value = channel.*level;
    // No "-0.0".
    text += value ? fmt::format("{:.1f}", std::abs(*value) < 0.05 ? 0.0 : *value) : "silent";
  }
  return text + " dBFS";
}

}  // namespace

void AudioLevels::configure(const wire::AudioLayout& layout) {
  if (layout_ == layout) return;
  layout_ = layout;
  sums_.clear();
  samples_ = 0;
}

void AudioLevels::add(std::span<const std::int32_t> values) {
  const std::size_t channels = channel_count();
  if (channels == 0) return;
  if (sums_.empty()) sums_.resize(std::min(channels, kMostChannels));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % channels >= sums_.size()) continue;
    const double value = values[i] / kFullScale;
    Sum& sum = sums_[i % channels];
    sum.peak = std::max(sum.peak, std::abs(value));
    sum.squares += value * value;
  }
  samples_ += values.size() / channels;
}

std::vector<AudioLevels::Channel> AudioLevels::channels() const {
  std::vector<Channel> channels;
  if (!layout_) return channels;
  for (const auto& group : layout_->groups())
    for (std::size_t i = 0; i < group.channels && channels.size() < kMostChannels; ++i) {
      const Sum sum = sums_.empty() ? Sum{} : sums_[channels.size()];
      const double rms = samples_ == 0 ? 0 : std::sqrt(sum.squares / static_cast<double>(samples_));
      channels.push_back({.bits = static_cast<unsigned>(8 * wire::octets_of(group.format)),
                          .peak_dbfs = decibels(sum.peak),
                          .rms_dbfs = decibels(rms)});
    }
  return channels;
}

std::string audio_text(const AudioLevels& levels) {
  const auto channels = levels.channels();
  if (channels.empty()) return "no audio channel";
  const auto [least, most] = std::ranges::minmax(channels, {}, &AudioLevels::Channel::bits);
  const auto bits =
      least.bits == most.bits ? fmt::format("{}", most.bits) : fmt::format("{} to {}", least.bits, most.bits);
  const bool is_silent = std::ranges::none_of(channels, [](const auto& c) { return c.peak_dbfs.has_value(); });
  const auto format =
      fmt::format("{} {} of {} bits", levels.channel_count(),
                  levels.channel_count() == 1 ? "channel" : "channels", bits) +
      (channels.size() < levels.channel_count() ? fmt::format(", the first {}", channels.size()) : "");
  if (is_silent) return format + ", silent";
  return fmt::format("{}, peak {}, RMS {}", format, list_of(channels, &AudioLevels::Channel::peak_dbfs),
                     list_of(channels, &AudioLevels::Channel::rms_dbfs));
}

nlohmann::ordered_json audio_json(const AudioLevels& levels) {
  using Json = nlohmann::ordered_json;
  Json channels = Json::array();
  for (const auto& channel : levels.channels())
    channels.push_back({{"bits", channel.bits},
                        {"peak_dbfs", or_null(channel.peak_dbfs)},
                        {"rms_dbfs", or_null(channel.rms_dbfs)}});
  return channels;
}

}  // namespace idn::cli
