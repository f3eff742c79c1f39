// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "viewer/model/instruments/frame_times.hpp"
#include "viewer/model/view_session.hpp"

namespace idn::viewer {

/// How the window did, for --measure. Constant work per picture; memory is noted once a minute.
class Measurement {
 public:
  explicit Measurement(TimePoint now) : begin_(now) {}

  /// A picture was drawn.
  void add(TimePoint began, TimePoint ended);
  /// JSON, with a new line at its end.
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

/// Of this process; 0 where the system does not tell.
std::int64_t resident_kib();

}  // namespace idn::viewer
