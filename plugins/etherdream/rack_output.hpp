// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/output.hpp"
#include "plugins/etherdream/point_output.hpp"

namespace idn::etherdream {

/// Counters of client::DeviceStatus, summed over clients.
struct SentTotals {
  std::uint64_t samples = 0;
  std::uint64_t datagrams = 0;
  std::uint64_t starved_samples = 0;
  std::uint64_t late_ticks = 0;
  std::uint64_t reanchors = 0;
  std::uint64_t send_errors = 0;
};

/// Plays points on a projector of the rack. The queue of its device holds as many points as its latency allows;
/// they are sent without further calls.
class RackOutput final : public PointOutput {
 public:
  /// `output` must outlive this.
  explicit RackOutput(plugins::Output& output);

  bool is_present() override;
  std::string open() override;
  void close() override;
  std::size_t write(std::span<const LaserSample> points) override;
  std::size_t waiting() const override;
  void set_rate(SampleRate rate) override;
  bool is_at_rate() const override;
  void stop() override;
  void abort() override;

  /// Sums over the clients that have disconnected.
  const SentTotals& sent() const noexcept { return sent_; }

 private:
  plugins::Output& output_;
  std::uint32_t rate_;
  SentTotals sent_{};
};

}  // namespace idn::etherdream
