// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/analysis/deviation_recorder.hpp"
#include "idn/analysis/stream_metrics.hpp"
#include "idn/capture/capture_position.hpp"

namespace idn::parser {

/// What a stream was like for some time.
struct WindowFacts {
  Duration begin{};                ///< since 1970
  capture::CapturePosition first;  ///< its first datagram
  analysis::StreamSummary summary{};
  std::optional<analysis::DeviationPercentiles> deviations{};
  std::optional<analysis::RateError> rate_error{};
  std::int64_t lost = 0;                       ///< numbers of the connection, less those that came late
  std::optional<std::size_t> broken_limits{};  ///< nothing where none were checked
};

/// Measures a stream anew in each window of a length, counted from its first datagram. An offset belongs to the
/// window in which it ends, so that no offset is missing and the measured times add up. A window in which
/// nothing came has no facts. Keeps 8 octets for each datagram of a window.
class Windows {
 public:
  explicit Windows(Duration length) noexcept : length_(length) {}

  /// A sample datagram, in the order of arrival. No duplicates.
  /// @param lost numbers of the connection until then
  void add(const analysis::SampleDatagram& datagram, const capture::CapturePosition& at, std::uint64_t lost);
  /// No more will come.
  void finish();

  const std::vector<WindowFacts>& facts() const noexcept { return facts_; }

 private:
  void begin(Duration begin, const capture::CapturePosition& at);
  void end();

  Duration length_;
  std::optional<analysis::StreamMetrics> metrics_;  ///< of the window that runs
  analysis::DeviationRecorder deviations_;
  Duration begin_{};
  capture::CapturePosition first_{};
  std::optional<analysis::SampleDatagram> before_;  ///< the last one in order of the windows before
  std::optional<analysis::SampleDatagram> last_;    ///< in order
  std::uint64_t lost_before_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<WindowFacts> facts_;
};

}  // namespace idn::parser
