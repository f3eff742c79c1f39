// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "idn/analysis/metric_table.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// Arrival times of the sample datagrams of a stream. Memory: 16 octets per datagram.
class Arrivals {
 public:
  /// @return the packet offset to the datagram before; empty if the two cannot be compared
  std::optional<analysis::PacketOffset> add(const analysis::SampleDatagram& datagram) {
    if (first_)
      distances_.push_back(datagram.arrival - last_);
    else
      first_ = datagram.arrival;
    last_ = datagram.arrival;
    const auto offset = metrics_.add(datagram);
    if (offset && offset->expected > Duration{0}) deviations_.add(offset->deviation);
    return offset;
  }
  void add_samples(std::uint64_t count) noexcept { metrics_.add_samples(count); }

  const analysis::StreamMetrics& metrics() const noexcept { return metrics_; }
  /// Deviations of all offsets that have an expected offset.
  const analysis::DeviationRecorder& deviations() const noexcept { return deviations_; }
  Duration first() const noexcept { return first_.value_or(Duration{}); }
  /// Inter-arrival times of all datagrams, including those across losses and pauses.
  const std::vector<Duration>& distances() const noexcept { return distances_; }

 private:
  analysis::StreamMetrics metrics_;
  analysis::DeviationRecorder deviations_;
  std::vector<Duration> distances_;
  std::optional<Duration> first_;
  Duration last_{};
};

}  // namespace idn::parser
