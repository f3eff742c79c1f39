// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/capture/capture_position.hpp"

namespace idn::parser {

/// A datagram of a stream that carries samples, as --datagrams lists it.
struct DatagramRow {
  capture::CapturePosition at{};
  std::chrono::microseconds media{};  ///< timestamp without wrap
  std::chrono::microseconds duration{};
  std::optional<std::uint64_t> samples{};  ///< of all fragments; nothing where no configuration explains them
  std::uint32_t octets = 0;                ///< UDP payload of this datagram
  std::uint16_t sequence = 0;
  bool is_frame = false;
  bool is_duplicate = false;  ///< it is not measured: what follows is left empty
  bool is_outlier = false;    ///< its timestamp alone is off the axis
  bool follows_pause = false;
  analysis::DatagramOrder order = analysis::DatagramOrder::Next;
  std::optional<analysis::AxisCause> begins_axis{};
  std::optional<std::uint32_t> axis{};             ///< from 1, as StreamMetrics::axes() has them
  std::optional<analysis::PacketOffset> offset{};  ///< to the datagram before
  std::optional<std::chrono::microseconds> gap{};  ///< timestamp step less what the one before carried
  std::optional<Duration> lateness{};              ///< against the fitted clock; nothing for outliers
};

/// The sample datagrams of one stream, in the order in which they arrived. Keeps some 200 octets for each.
/// Threads: one owner.
class DatagramRows {
 public:
  /// @return its place, for complete()
  std::size_t add(const DatagramRow& row);
  void add_duplicate(const DatagramRow& row) { rows_.push_back(row); }
  /// Of sequel fragments of the last one that was added, where it is no duplicate.
  void add_samples(std::uint64_t count) noexcept;
  /// In the order in which they were added.
  void complete(std::size_t place, const analysis::SampleDatagram& datagram,
                const std::optional<analysis::PacketOffset>& offset) noexcept;
  /// No more will come: finds the time axes, and how late each datagram is. The fitted clock of an axis has the
  /// mean of (arrival - media time) of its datagrams in order, and the rate error of the stream.
  void finish(double rate_error_ppm);

  const std::vector<DatagramRow>& all() const noexcept { return rows_; }

 private:
  std::vector<DatagramRow> rows_;
  std::size_t last_measured_ = 0;
};

}  // namespace idn::parser
