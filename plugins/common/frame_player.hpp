// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <span>

#include "plugins/common/frame_slots.hpp"
#include "plugins/common/output.hpp"

namespace idn::plugins {

class FrameSupply;

/// Plays frames of a host on one output as a DAC with two buffers would: see FrameSlots. The device paces, by
/// asking for samples ahead of the wire. Light at most for the hold time after the host's last frame began.
/// Threads: any.
class FramePlayer {
 public:
  /// `output` lives as long.
  explicit FramePlayer(Output& output) : output_(output) {}
  /// As stop().
  ~FramePlayer();
  FramePlayer(const FramePlayer&) = delete;
  FramePlayer& operator=(const FramePlayer&) = delete;

  /// Whether a frame would be taken at once. While not, waits for that, for `wait` at most: hosts poll in a
  /// tight loop, and some give up after so many times.
  bool is_ready(Duration wait = Duration{0});

  /// The next frame. While another one waits already it is waited until that is played, no longer than what
  /// waits lasts, the latency and a second; without `waits`, and where the device stands still, the newer frame
  /// replaces the one that waits. With Playback::at_once it always does, and takes over behind what the device
  /// has been given already, the latency at most.
  /// @param samples none: dark, as by stop()
  /// @return Closed where the output is; BadOption for a rate beyond 1..1'000'000
  client::Expected<void> write(std::span<const LaserSample> samples, const Playback& playback,
                               bool waits = true);

  /// Dark with the next datagram, whatever waits; until the next write().
  void stop();
  /// What was written is the last and is not repeated: waits until each frame has left for the projector once,
  /// for `longest` at most.
  void finish(Duration longest);

 private:
  std::shared_ptr<FrameSupply> supply() const;
  std::shared_ptr<FrameSupply> supply_for(const std::shared_ptr<client::Device>& device);

  Output& output_;
  mutable std::mutex mutex_;  ///< of what follows; never held for long
  std::shared_ptr<FrameSupply> supply_;
  std::weak_ptr<client::Device> played_on_;
};

}  // namespace idn::plugins
