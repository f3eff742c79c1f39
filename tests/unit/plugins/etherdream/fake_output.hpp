// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/etherdream/point_output.hpp"

namespace idn::test {

/// Records all points. They count as waiting until mark_sent() or, with `reads_until_empty`, for so many reads.
struct FakeOutput : etherdream::PointOutput {
  bool is_present() override { return problem.empty(); }
  std::string open() override {
    ++opened;
    return problem;
  }
  void close() override { ++closed; }
  std::size_t write(std::span<const LaserSample> points) override {
    ++writes;
    const std::size_t taken = std::min(points.size(), room - std::min(room, queued));
    shown.insert(shown.end(), points.begin(), points.begin() + static_cast<std::ptrdiff_t>(taken));
    queued += taken;
    return taken;
  }
  std::size_t waiting() const override {
    if (reads_until_empty > 1) --reads_until_empty;
    return reads_until_empty == 1 ? 0 : queued;
  }
  void set_rate(SampleRate rate) override { rates.push_back({shown.size(), rate.per_second}); }
  bool is_at_rate() const override { return is_rate_reached; }
  void stop() override {
    ++stops;
    queued = 0;
  }
  void abort() override {
    ++aborts;
    queued = 0;
  }
  void mark_sent(std::size_t points) { queued -= std::min(queued, points); }

  struct RateChange {
    std::size_t at = 0;
    std::uint32_t rate = 0;
    friend bool operator==(const RateChange&, const RateChange&) = default;
  };

  std::string problem;
  std::size_t room = 100'000;
  bool is_rate_reached = true;
  mutable int reads_until_empty = 0;  ///< from the n-th waiting() on none waits; 0: until mark_sent()
  std::vector<LaserSample> shown;
  std::vector<RateChange> rates;
  std::size_t queued = 0;
  int writes = 0, stops = 0, aborts = 0, opened = 0, closed = 0;
};

}  // namespace idn::test
