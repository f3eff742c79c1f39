// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace idn::parser {

/// The sample rates of a stream, from the samples and display times of its chunks: those that carry at least a
/// hundredth of the display time. Rates that the display time of a chunk, in whole microseconds, cannot tell
/// apart are one.
class SampleRates {
 public:
  void add(std::size_t samples, std::chrono::microseconds duration) noexcept;
  /// In samples per second, in the order in which they began; of more than kMost the first ones.
  std::vector<double> rates() const;

 private:
  static constexpr std::size_t kMost = 8;

  struct Rate {
    std::uint64_t samples = 0;
    std::chrono::microseconds duration{};

    bool fits(std::size_t more, std::chrono::microseconds during) const noexcept;
  };

  std::vector<Rate> rates_;
  std::size_t last_ = 0;  ///< index of the rate of the last chunk
  std::chrono::microseconds total_{};
};

}  // namespace idn::parser
