// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/capture/datagram_reader.hpp"

namespace idn::parser {

/// A datagram of a stream that carries samples, as --datagrams lists it.
struct DatagramRow {
  capture::CapturePosition at{};
  std::chrono::microseconds media{};  ///< timestamp without wrap
  std::chrono::microseconds duration{};
  /// Of all fragments of a frame; empty without a matching configuration.
  std::optional<std::uint64_t> samples{};
  std::uint32_t octets = 0;  ///< UDP payload of this datagram
  std::uint16_t sequence = 0;
  bool is_frame = false;
  bool is_outlier = false;  ///< its timestamp, and only this one, does not fit the time axis
  bool follows_pause = false;
  /// As SampleDatagram has it, or Duplicate: not measured, so that the fields below keep their defaults.
  ArrivalOrder order = ArrivalOrder::InOrder;
  std::optional<analysis::AxisCause> begins_axis{};
  std::optional<std::uint32_t> axis{};  ///< number of its time axis, from 1, as in StreamMetrics::axes(); empty
                                        ///< for an axis of one datagram
  std::optional<analysis::PacketOffset> offset{};  ///< to the datagram before
  /// Timestamp difference minus the display time of the datagram before.
  std::optional<std::chrono::microseconds> gap{};
  std::optional<Duration> lateness{};  ///< relative to the clock fitted to its axis; empty for outliers
};

/// The sample datagrams of one stream, in the order of arrival. Memory: about 200 octets per datagram.
/// Threads: one owner.
class DatagramRows {
 public:
  /// @return index of the row, for complete()
  std::size_t add(const DatagramRow& row);
  void add_duplicate(const DatagramRow& row) { rows_.push_back(row); }
  /// Adds samples of a sequel fragment to the last row that is not a duplicate.
  void add_samples(std::uint64_t count) noexcept;
  /// Fills in the measurements of a row; to be called in the order in which rows were added.
  /// @param axis that StreamMetrics has it on
  void complete(std::size_t place, const analysis::SampleDatagram& datagram,
                const std::optional<analysis::PacketOffset>& offset, const analysis::AxisPlace& axis) noexcept;
  /// To be called at the end: determines the lateness of each datagram relative to a clock fitted to its axis.
  /// That clock has the rate error of the stream, and its offset is the mean of (arrival - media time) of the
  /// axis' datagrams in order.
  void finish(double rate_error_ppm);

  const std::vector<DatagramRow>& all() const noexcept { return rows_; }

 private:
  void withdraw_axis(std::uint32_t former, std::size_t end) noexcept;

  std::vector<DatagramRow> rows_;
  std::size_t last_measured_ = 0;
  std::uint32_t axis_ = 0;  ///< of the row completed last
  std::uint32_t newest_axis_ = 0;
  std::size_t first_of_axis_ = 0;  ///< of the newest
  std::size_t last_in_order_ = 0;  ///< completed row
  bool ends_dark_ = false;         ///< that row has no lit sample
};

}  // namespace idn::parser
