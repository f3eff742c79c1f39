// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "plugins/etherdream/point_output.hpp"

namespace idn::test {

/// What came, and what has not left: that leaves when a test says so.
struct PaperOutput : etherdream::PointOutput {
  bool is_there() override { return problem.empty(); }
  std::string open() override {
    ++opened;
    return problem;
  }
  void close() override { ++closed; }
  std::size_t write(std::span<const LaserSample> points) override {
    ++writes;
    const std::size_t taken = std::min(points.size(), room - std::min(room, held));
    shown.insert(shown.end(), points.begin(), points.begin() + static_cast<std::ptrdiff_t>(taken));
    held += taken;
    return taken;
  }
  std::size_t waiting() const override {
    if (looks_until_empty > 1) --looks_until_empty;
    return looks_until_empty == 1 ? 0 : held;
  }
  void set_rate(SampleRate rate) override { rates.push_back({shown.size(), rate.per_second}); }
  bool is_at_rate() const override { return rate_reached; }
  void stop() override {
    ++stops;
    held = 0;
  }
  void abort() override {
    ++aborts;
    held = 0;
  }
  void leave(std::size_t points) { held -= std::min(held, points); }

  struct RateChange {
    std::size_t at = 0;
    std::uint32_t rate = 0;
    friend bool operator==(const RateChange&, const RateChange&) = default;
  };

  std::string problem;
  std::size_t room = 100'000;
  bool rate_reached = true;
  mutable int looks_until_empty = 0;  ///< from the n-th look on all have left; 0: when they are told to
  std::vector<LaserSample> shown;
  std::vector<RateChange> rates;
  std::size_t held = 0;
  int writes = 0, stops = 0, aborts = 0, opened = 0, closed = 0;
};

}  // namespace idn::test
