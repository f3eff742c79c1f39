// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/output.hpp"
#include "plugins/etherdream/point_output.hpp"

namespace idn::etherdream {

/// Points go to a projector of the rack: the buffer of its device holds those that are next, as long as its
/// latency says, and so long nobody needs to look after them.
class RackOutput final : public PointOutput {
 public:
  /// `output` outlives it.
  explicit RackOutput(plugins::Output& output);

  bool is_there() override;
  std::string open() override;
  void close() override;
  std::size_t write(std::span<const LaserSample> points) override;
  std::size_t waiting() const override;
  void set_rate(SampleRate rate) override;
  bool is_at_rate() const override;
  void stop() override;
  void abort() override;

  /// Of the client that was there last.
  const client::Status& last() const noexcept { return last_; }

 private:
  plugins::Output& output_;
  std::uint32_t rate_;
  bool is_there_ = false;
  bool is_used_ = false;
  client::Status last_{};
};

}  // namespace idn::etherdream
