// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "plugins/common/frame_player.hpp"
#include "plugins/common/rack.hpp"
#include "plugins/libera/host_reports.hpp"
#include "plugins/libera/libera_api.h"
#include "plugins/libera/play_clock.hpp"

namespace idn::plugins::libera {

/// A projector while a host plays to it. Results are those of libera_api.h. A host is never told that it is
/// disconnected: the device finds its projector again by itself, and meanwhile the host is paced as ever.
/// Threads: any; whoever brings points waits for others that do, and nobody else does.
class Controller {
 public:
  /// The output is to be open. Holds the rack: hosts destroy the backend before its controllers.
  Controller(std::shared_ptr<Rack> rack, Output& output, const libera_host_services_t& services, void* context);

  Output& output() const noexcept { return output_; }
  /// Another one plays to the same output from now on: every call is refused.
  void supersede() noexcept { is_superseded_.store(true, std::memory_order_relaxed); }
  bool is_superseded() const noexcept { return is_superseded_.load(std::memory_order_relaxed); }
  /// Nothing is played any more; a call in progress comes back.
  void end();

  /// Waits for room, since a host may not ask for the state of the buffer; one that does finds room.
  std::int32_t send_points(std::span<const libera_point_t> points);
  /// BUSY while the frame before has not begun yet.
  std::int32_t send_frame(std::span<const libera_point_t> points);
  /// From the next points or frame on.
  std::int32_t set_rate(std::uint32_t points_per_second);
  std::int32_t arm(bool armed);
  std::int32_t buffer_state(libera_buffer_state_t& state) const;
  /// BUSY where a frame would get that.
  std::int32_t frame_requirements(libera_frame_requirements_t& requirements);
  std::int32_t read_property(std::uint32_t index, double& value) const;

 private:
  std::uint32_t rate() const noexcept { return rate_.load(std::memory_order_relaxed); }
  Duration play_time(std::size_t points) const noexcept;
  std::size_t points_in(Duration time) const noexcept;
  void report_rate(const std::shared_ptr<client::Device>& device);
  std::int32_t write(client::Device& device, std::span<const libera_point_t> points);
  void play_nothing(std::size_t points);
  bool is_frame_wanted();

  const std::shared_ptr<Rack> rack_;
  Output& output_;
  std::atomic<bool> is_superseded_{false};
  std::atomic<std::uint32_t> rate_;
  PlayClock absent_;  ///< in place of the device

  std::mutex producing_;  ///< of what follows
  HostReports reports_;
  FramePlayer frames_;
  std::vector<LaserSample> frame_;
  std::weak_ptr<client::Device> rated_;  ///< the device whose rate was set, and which
  std::uint32_t reported_rate_ = 0;
};

}  // namespace idn::plugins::libera
