// SPDX-License-Identifier: MIT
#pragma once

#include "plugins/common/output.hpp"
#include "plugins/etherdream/point_output.hpp"

namespace idn::etherdream {

/// What became of the points of all clients on their way to the projector; see client::Status.
struct Sent {
  std::uint64_t samples = 0;
  std::uint64_t datagrams = 0;
  std::uint64_t starved_samples = 0;
  std::uint64_t late_ticks = 0;
  std::uint64_t reanchors = 0;
  std::uint64_t send_errors = 0;
};

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

  /// Of the clients that are gone.
  const Sent& sent() const noexcept { return sent_; }

 private:
  plugins::Output& output_;
  std::uint32_t rate_;
  bool is_there_ = false;
  bool is_used_ = false;
  Sent sent_{};
};

}  // namespace idn::etherdream
