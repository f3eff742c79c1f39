// SPDX-License-Identifier: MIT
#include "idn_parser/table/datagram_rows.hpp"

#include <cmath>
#include <utility>

namespace idn::parser {
namespace {

using analysis::AxisCause;
using analysis::DatagramOrder;
using analysis::StreamMetrics;

/// Assigns each row to its time axis, by the rules of StreamMetrics, which does not store datagrams.
class AxisFinder {
 public:
  explicit AxisFinder(std::vector<DatagramRow>& rows) noexcept : rows_(rows) {}

  void find() {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].is_duplicate) place(i);
  }

 private:
  /// A time axis, by indices of its rows.
  struct Axis {
    std::uint32_t number = 0;
    std::size_t first = 0;
    std::size_t last = 0;  ///< the last row in order
  };

  void place(std::size_t i) {
    if (!axis_) return begin(i, AxisCause::Start);
    if (rows_[i].begins_axis) {
      former_.reset();
      return begin(i, *rows_[i].begins_axis);
    }
    if (rows_[i].order != DatagramOrder::Late) return follow(i);
    rows_[i].axis = axis_->number;
  }

  void follow(std::size_t i) {
    if (continues(*axis_, i)) {
      former_.reset();
      measure(rows_[axis_->last], rows_[i]);
      return extend(i);
    }
    if (former_ && continues(*former_, i)) {
      withdraw(*axis_, former_->number, i);
      axis_ = std::exchange(former_, std::nullopt);
      return extend(i);
    }
    former_ = axis_;
    begin(i, AxisCause::Step);
  }

  bool continues(const Axis& axis, std::size_t i) const noexcept {
    const DatagramRow& before = rows_[axis.last];
    const Duration step = (rows_[i].at.time - before.at.time) - Duration(rows_[i].media - before.media);
    return std::chrono::abs(step) <= StreamMetrics::kLongestStep;
  }

  void begin(std::size_t i, AxisCause cause) {
    axis_ = Axis{.number = ++numbers_, .first = i, .last = i};
    rows_[i].begins_axis = cause;
    rows_[i].axis = axis_->number;
  }

  void extend(std::size_t i) noexcept {
    rows_[i].axis = axis_->number;
    axis_->last = i;
  }

  /// The axis was a single wrong timestamp: moves its rows to the former axis and marks its first one as
  /// outlier.
  void withdraw(const Axis& axis, std::uint32_t former, std::size_t end) noexcept {
    for (std::size_t i = axis.first; i < end; ++i)
      if (rows_[i].axis == axis.number) rows_[i].axis = former;
    rows_[axis.first].is_outlier = true;
    rows_[axis.first].begins_axis.reset();
  }

  static void measure(const DatagramRow& before, DatagramRow& row) noexcept {
    if (row.order == DatagramOrder::AfterLoss) return;
    row.gap = row.media - before.media - before.duration;
    row.follows_pause = *row.gap >= StreamMetrics::kLongestStep;
  }

  std::vector<DatagramRow>& rows_;
  std::uint32_t numbers_ = 0;
  std::optional<Axis> axis_;  ///< the current one
  /// The one before a jump; the stream returns to it if only one timestamp was wrong.
  std::optional<Axis> former_;
};

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
    if (row.order == DatagramOrder::Late) return;
    const auto count = static_cast<double>(++in_order);
    mean_lateness_ns += (lateness_ns(row) - mean_lateness_ns) / count;
    mean_media_ns += (media_ns(row) - mean_media_ns) / count;
  }
  Duration lateness(const DatagramRow& row, double rate_error_ppm) const noexcept {
    const double drift = rate_error_ppm * 1e-6 * (media_ns(row) - mean_media_ns);
    return Duration(std::llround(lateness_ns(row) - mean_lateness_ns - drift));
  }
};

/// One clock per axis, at the index of AxisFinder's number minus one.
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
                            const std::optional<analysis::PacketOffset>& offset) noexcept {
  DatagramRow& row = rows_[place];
  row.order = datagram.order;
  row.begins_axis = datagram.begins_axis;
  row.offset = offset;
}

void DatagramRows::finish(double rate_error_ppm) {
  AxisFinder(rows_).find();
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
