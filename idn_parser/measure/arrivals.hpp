// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "idn/analysis/offset_recorder.hpp"
#include "idn/analysis/stream_metrics.hpp"

namespace idn::parser {

/// When the parts of a stream came: its datagrams with samples, or its frames. Keeps 8 octets for each.
class Arrivals {
 public:
  /// @return the offset to the one before, nothing for the first one
  std::optional<Duration> add(const analysis::SampleDatagram& part) {
    const auto offset = metrics_.add(part);
    if (offset)
      offsets_.add(*offset);
    else
      first_ = part.arrival;
    return offset;
  }

  const analysis::StreamMetrics& metrics() const noexcept { return metrics_; }
  const analysis::OffsetRecorder& offsets() const noexcept { return offsets_; }
  Duration first() const noexcept { return first_; }

 private:
  analysis::StreamMetrics metrics_;
  analysis::OffsetRecorder offsets_;
  Duration first_{};
};

}  // namespace idn::parser
