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
class HeliosSession {
 public:
  /// The open session, or null.
  static std::shared_ptr<HeliosSession> current();
  /// Opens a session if there is none, scans, and opens the devices that are not open. If there are none, the
  /// session is closed again. @return number of devices
  static int open();
  /// As open(), but a session without devices stays open. @param network false: USB devices only, which do not
  /// exist here, so that nothing is scanned
  static int scan_again(bool network);
  /// @return number of devices of the open session, 0 without one
  static int count();
  /// Plays the frames that were written, for the hold time at most; then blanks and closes all devices.
  static int close();

  /// @param wait how long it may block while a frame waits
  int status(unsigned device, Duration wait);
  int is_closed(unsigned device);
  int write(unsigned device, std::span<const LaserSample> samples, const PlayRequest& playback);
  int set_shutter(unsigned device, bool open);
  int stop(unsigned device);
  int name(unsigned device, char* name);
  bool has(unsigned device) const { return rack_->at(device) != nullptr; }

  /// Waits until all frames have been played once: for the latency + `longest` at most, or for the hold time if
  /// that is shorter.
  void finish(Duration longest);

  HeliosSession();

 private:
  static std::shared_ptr<HeliosSession> current_or_new();
  int scan();
  int known() const;
  FramePlayer* player(unsigned device) const;

  const std::shared_ptr<Rack> rack_;
  mutable std::mutex mutex_;  ///< guards what follows
  std::deque<FramePlayer> players_;
};

}  // namespace idn::plugins::helios
