// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <span>

#include "plugins/common/frame_player.hpp"
#include "plugins/common/rack.hpp"

namespace idn::plugins::helios {

/// From OpenDevices() to CloseDevices(): the devices by their numbers. Results are those of helios_api.h.
/// Threads: any.
class Session {
 public:
  /// The one that is open; nothing: none is.
  static std::shared_ptr<Session> current();
  /// Opens one unless there is, and whatever is missing in it. @return number of devices
  static int open(bool only_usb);
  /// The one that is open. @return number of devices
  static int scan_again(bool only_usb);
  /// What was written is played to its end, for the hold time at most; then all devices are dark and closed.
  static int close();

  int status(unsigned device);
  int is_closed(unsigned device);
  int write(unsigned device, std::span<const LaserSample> samples, const Playback& playback, bool waits);
  int set_shutter(unsigned device, bool open);
  int stop(unsigned device);
  int name(unsigned device, char* name);
  int is_usb(unsigned device);
  bool has(unsigned device) const { return rack_->at(device) != nullptr; }

  /// Waits until what was written has been played, for the latency and `longest` at most, or the hold time.
  void finish(Duration longest);

  Session();

 private:
  int scan(bool only_usb);
  FramePlayer* player(unsigned device) const;

  const std::shared_ptr<Rack> rack_;
  mutable std::mutex mutex_;  ///< of what follows
  std::deque<FramePlayer> players_;
  bool shows_usb_ = false;
};

}  // namespace idn::plugins::helios
