// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/analysis/metric_table.hpp"
#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// The measurements of a stream within one window.
struct WindowFacts : analysis::Timing {
  Duration begin{};                            ///< since 1970
  capture::CapturePosition first;              ///< its first datagram
  std::int64_t lost = 0;                       ///< lost numbers of the connection, without those that came late
  std::optional<std::size_t> broken_limits{};  ///< empty without --limits
};

/// Measures a stream separately in consecutive windows of equal length, from its first datagram on. An offset
/// belongs to the window in which it ends, so that every offset is counted once and the measured times add up.
/// A window without datagrams has no facts. Memory: 8 octets per datagram of the current window.
class Windows {
 public:
  explicit Windows(Duration length) noexcept : length_(length) {}

  /// A sample datagram, in the order of arrival. No duplicates.
  /// @param lost lost numbers of the connection so far
  void add(const analysis::SampleDatagram& datagram, const capture::CapturePosition& at, std::uint64_t lost);
  /// To be called after the last datagram.
  void finish();

  const std::vector<WindowFacts>& facts() const noexcept { return facts_; }

 private:
  void begin(Duration begin, const capture::CapturePosition& at);
  void end();

  Duration length_;
  std::optional<analysis::StreamMetrics> metrics_;  ///< of the current window
  analysis::DeviationRecorder deviations_;
  Duration begin_{};
  capture::CapturePosition first_{};
  std::optional<analysis::SampleDatagram> before_;  ///< the last one in order before the current window
  std::optional<analysis::SampleDatagram> last_;    ///< the last one in order
  std::uint64_t lost_before_ = 0;
  std::uint64_t lost_ = 0;
  std::vector<WindowFacts> facts_;
};

}  // namespace idn::parser
