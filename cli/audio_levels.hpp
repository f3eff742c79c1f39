// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "idn/wire/audio.hpp"

namespace idn::cli {

/// The levels of an audio stream, by channel, in dB relative to full scale (dBFS): 0 is the peak, and the RMS
/// level, of a square wave between the ends of the range.
class AudioLevels {
 public:
  struct Channel {
    unsigned bits = 0;
    std::optional<double> peak_dbfs{};  ///< empty: only zeros, or no sample
    std::optional<double> rms_dbfs{};   ///< as peak_dbfs
  };

  /// The following samples have this layout. A change of it begins anew.
  void configure(const wire::AudioLayout& layout);
  /// @param values decoded by the layout, channels interleaved
  void add(std::span<const std::int32_t> values);

  static constexpr std::size_t kMostChannels = 64;  ///< further ones have no levels

  /// Of the latest layout, the first ones.
  std::vector<Channel> channels() const;
  /// Of the latest layout, all.
  std::size_t channel_count() const noexcept { return layout_ ? layout_->channel_count() : 0; }

 private:
  struct Sum {
    double peak = 0;  ///< of the full scale
    double squares = 0;
  };

  std::optional<wire::AudioLayout> layout_;
  std::vector<Sum> sums_;  ///< by channel; empty before the first samples
  std::uint64_t samples_ = 0;
};

/// "2 channels of 16 bits, peak -6.0 and -6.0 dBFS, RMS -9.0 and -9.0 dBFS"; "silent" where there are only
/// zeros.
std::string audio_text(const AudioLevels& levels);

/// As docs/report.md describes it: a list of the channels.
nlohmann::ordered_json audio_json(const AudioLevels& levels);

}  // namespace idn::cli
