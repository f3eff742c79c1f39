// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/model/instruments/frame_times.hpp"
#include "viewer/model/view_session.hpp"

namespace idn::viewer {

/// Measures drawing times and memory of the window, for --measure. Constant work per picture; memory is sampled
/// once a minute.
class Measurement {
 public:
  explicit Measurement(TimePoint now) : begin_(now) {}

  /// A picture was drawn from `began` to `ended`.
  void add(TimePoint began, TimePoint ended);
  /// The measurements as JSON, with a final newline.
  std::string report(const ViewSession& view_session, int width, int height, TimePoint now) const;

 private:
  struct Memory {
    std::int64_t second;
    std::int64_t resident_kib;
  };

  TimePoint begin_;
  std::optional<TimePoint> last_;
  FrameTimes work_, interval_;
  std::vector<Memory> memory_;
};

/// Resident memory of this process in KiB; 0 where the system does not provide it.
std::int64_t resident_kib();

}  // namespace idn::viewer
