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

/// A projector that a host has connected. Functions never return LIBERA_DISCONNECTED: the device reconnects by
/// itself, and meanwhile the host is paced as if it played.
/// Threads: any. send_points() and send_frame() exclude each other by a mutex, which no other function locks.
class Controller {
 public:
  /// Call Output::open() first. Keeps the rack alive, since hosts destroy the backend before its controllers.
  Controller(std::shared_ptr<Rack> rack, Output& output, const libera_host_services_t& services, void* context);

  Output& output() const noexcept { return output_; }
  /// Another controller plays to the same output from now on, or none: drops frames, and calls that play or arm
  /// fail, also those that are blocked.
  void end();
  bool is_superseded() const noexcept { return is_superseded_.load(std::memory_order_relaxed); }

  /// Queues points. Blocks while the buffer is full, which paces hosts that do not read buffer_state(); hosts
  /// that do are not blocked. Drops points that find no room in time.
  libera_status_t send_points(std::span<const libera_point_t> points);
  /// Blocks while the frame before has not begun yet; hosts that read frame_requirements() are not blocked.
  libera_status_t send_frame(std::span<const libera_point_t> points);
  /// Sets the rate of the next points or frames. Ignores rates outside of 1 to 1 000 000 per second.
  void set_rate(std::uint32_t points_per_second);
  void arm(bool armed);
  libera_buffer_state_t buffer_state() const;
  /// LIBERA_BUSY if send_frame() would block.
  libera_status_t frame_requirements(libera_frame_requirements_t& requirements);

 private:
  std::uint32_t rate() const noexcept { return rate_.load(std::memory_order_relaxed); }
  Duration play_time(std::size_t points) const noexcept;
  std::size_t points_in(Duration time) const noexcept;
  void apply_rate(const std::shared_ptr<client::Device>& device);
  libera_status_t write(client::Device& device, std::span<const libera_point_t> points);
  void pace_while_missing(std::size_t points);
  bool is_ready_for_frame();

  const std::shared_ptr<Rack> rack_;
  Output& output_;
  std::atomic<bool> is_superseded_{false};
  std::atomic<std::uint32_t> rate_;
  PlayClock missing_clock_;  ///< paces the host while the projector is missing

  std::mutex sending_;  ///< held by send_points() and send_frame(); guards what follows, except `frames_`
  HostReports reports_;
  FramePlayer frames_;
  std::vector<LaserSample> frame_;
  std::weak_ptr<client::Device> rate_set_on_;  ///< the device whose rate was set last, to applied_rate_
  std::uint32_t applied_rate_ = 0;
};

}  // namespace idn::plugins::libera
