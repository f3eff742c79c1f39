// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <span>

#include "plugins/common/frame_player.hpp"
#include "plugins/common/rack.hpp"

namespace idn::plugins::helios {

/// The state between OpenDevices() and CloseDevices(): the devices by their numbers. Functions that return int
/// have results of helios_api.h. Threads: any.
class Session {
 public:
  /// The open session, or null.
  static std::shared_ptr<Session> current();
  /// Opens a session if there is none, scans, and opens the devices that are not open.
  /// @param only_usb the host asked for USB devices: all devices are reported as such
  /// @return number of devices
  static int open(bool only_usb);
  /// As open(), in the open session. @return number of devices
  static int scan_again(bool only_usb);
  /// Plays the frames that were written, for the hold time at most; then blanks and closes all devices.
  static int close();

  int status(unsigned device);
  int is_closed(unsigned device);
  int write(unsigned device, std::span<const LaserSample> samples, const Playback& playback, bool waits);
  int set_shutter(unsigned device, bool open);
  int stop(unsigned device);
  int name(unsigned device, char* name);
  int is_usb(unsigned device);
  bool has(unsigned device) const { return rack_->at(device) != nullptr; }

  /// Waits until all frames have been played once: for the latency + `longest` at most, or for the hold time if
  /// that is shorter.
  void finish(Duration longest);

  Session();

 private:
  int scan(bool only_usb);
  FramePlayer* player(unsigned device) const;

  const std::shared_ptr<Rack> rack_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::deque<FramePlayer> players_;
  bool shows_usb_ = false;
};

}  // namespace idn::plugins::helios
