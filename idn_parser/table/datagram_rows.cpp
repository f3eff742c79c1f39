// SPDX-License-Identifier: MIT
#include "idn_parser/table/datagram_rows.hpp"

#include <cmath>

namespace idn::parser {
namespace {

/// The clock fitted to the datagrams of an axis. Times count from its first datagram.
struct FittedClock {
  Duration first_arrival{};
  std::chrono::microseconds first_media{};
  std::uint64_t datagrams = 0;
  std::uint64_t in_order = 0;
  double mean_lateness_ns = 0;
  double mean_media_ns = 0;

  double media_ns(const DatagramRow& row) const noexcept {
    return static_cast<double>(Duration(row.media - first_media).count());
  }
  double lateness_ns(const DatagramRow& row) const noexcept {
    return static_cast<double>((row.at.time - first_arrival - Duration(row.media - first_media)).count());
  }
  void add(const DatagramRow& row) noexcept {
    if (datagrams++ == 0) {
      first_arrival = row.at.time;
      first_media = row.media;
    }
    if (row.order == ArrivalOrder::Late) return;
    const auto count = static_cast<double>(++in_order);
    mean_lateness_ns += (lateness_ns(row) - mean_lateness_ns) / count;
    mean_media_ns += (media_ns(row) - mean_media_ns) / count;
  }
  Duration lateness(const DatagramRow& row, double rate_error_ppm) const noexcept {
    const double drift = rate_error_ppm * 1e-6 * (media_ns(row) - mean_media_ns);
    return Duration(std::llround(lateness_ns(row) - mean_lateness_ns - drift));
  }
};

/// One clock per axis, at the index of its number as StreamMetrics has it minus one.
std::vector<FittedClock> fit(const std::vector<DatagramRow>& rows) {
  std::vector<FittedClock> clocks;
  for (const DatagramRow& row : rows) {
    if (!row.axis) continue;
    if (clocks.size() < *row.axis) clocks.resize(*row.axis);
    if (!row.is_outlier) clocks[*row.axis - 1].add(row);
  }
  return clocks;
}

/// Final numbers of the axes. Axes of one datagram have no timing and get no number.
std::vector<std::optional<std::uint32_t>> numbers_of(const std::vector<FittedClock>& clocks) {
  std::vector<std::optional<std::uint32_t>> numbers;
  std::uint32_t count = 0;
  for (const FittedClock& clock : clocks)
    numbers.push_back(clock.datagrams > 1 ? std::optional(++count) : std::nullopt);
  return numbers;
}

}  // namespace

std::size_t DatagramRows::add(const DatagramRow& row) {
  rows_.push_back(row);
  last_measured_ = rows_.size() - 1;
  return last_measured_;
}

void DatagramRows::add_samples(std::uint64_t count) noexcept {
  if (!rows_.empty() && rows_[last_measured_].samples) *rows_[last_measured_].samples += count;
}

void DatagramRows::complete(std::size_t place, const analysis::SampleDatagram& datagram,
                            const std::optional<analysis::PacketOffset>& offset,
                            const analysis::AxisPlace& axis) noexcept {
  const auto number = static_cast<std::uint32_t>(axis.number);
  const bool begins = number > newest_axis_;
  DatagramRow& row = rows_[place];
  row.order = datagram.order;
  row.offset = offset;
  row.axis = number;
  if (begins) {
    row.begins_axis = axis.cause;
    newest_axis_ = number;
    first_of_axis_ = place;
  } else if (number < axis_) {
    withdraw_axis(number, place);
  } else if (row.order == ArrivalOrder::InOrder) {
    const DatagramRow& before = rows_[last_in_order_];
    row.gap = row.media - before.media - before.duration;
    row.follows_pause = ends_dark_ && !row.is_frame && *row.gap > analysis::StreamMetrics::kRounding;
  }
  axis_ = number;
  if (!begins && row.order == ArrivalOrder::Late) return;
  last_in_order_ = place;
  ends_dark_ = datagram.is_dark;
}

/// The newest axis was a single wrong timestamp: moves its rows to the former axis and marks its first one as
/// outlier.
void DatagramRows::withdraw_axis(std::uint32_t former, std::size_t end) noexcept {
  for (std::size_t i = first_of_axis_; i < end; ++i)
    if (rows_[i].axis == axis_) rows_[i].axis = former;
  rows_[first_of_axis_].is_outlier = true;
  rows_[first_of_axis_].begins_axis.reset();
}

void DatagramRows::finish(double rate_error_ppm) {
  const auto clocks = fit(rows_);
  const auto numbers = numbers_of(clocks);
  for (DatagramRow& row : rows_) {
    if (!row.axis) continue;
    const std::size_t axis = *row.axis - 1;
    row.axis = numbers[axis];
    if (row.axis && !row.is_outlier) row.lateness = clocks[axis].lateness(row, rate_error_ppm);
  }
}

}  // namespace idn::parser
