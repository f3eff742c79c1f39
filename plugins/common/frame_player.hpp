// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <span>

#include "plugins/common/frame_slots.hpp"
#include "plugins/common/output.hpp"

namespace idn::plugins {

class FrameSupply;

/// Plays frames of a host on one output as a DAC with a double buffer would: see FrameSlots. The pace comes
/// from the device, which calls for samples ahead of their departure. Dark when the hold time after the
/// beginning of the last frame has ended. Threads: any.
class FramePlayer {
 public:
  /// `output` must outlive this.
  explicit FramePlayer(Output& output) : output_(output) {}
  /// As stop().
  ~FramePlayer();
  FramePlayer(const FramePlayer&) = delete;
  FramePlayer& operator=(const FramePlayer&) = delete;

  /// Whether write() would accept a frame at once. If not, waits for that, for `wait` at most: hosts poll in a
  /// tight loop, and some give up after a fixed number of calls.
  bool is_ready(Duration wait = Duration{0});

  /// Sets the next frame. If another one waits already, blocks until that one begins: at most for the play time
  /// of both frames, plus the latency and about a second. After that, or with PlayRequest::at_once, the new
  /// frame replaces the waiting one. With PlayRequest::at_once it follows the samples that the device has
  /// queued, the latency at most.
  /// @param samples empty: dark, as by stop()
  /// @param waits false: refused instead, while another one waits
  /// Errors: Errc::Closed (the output, or by end()), BadOption (a rate outside of 1..1'000'000), Busy
  /// (another frame waits), others of Device::fill().
  Result<void> write(std::span<const LaserSample> samples, const PlayRequest& playback, bool waits = true);

  /// Drops all frames: dark with the next datagram, until the next write(). A write() that is blocked returns.
  void stop();
  /// As stop(), for good: another player has the output from now on, whose frames stop() no longer touches.
  void end();
  /// No more frames follow, and none is repeated: waits until each frame has been sent once, for `longest` at
  /// most.
  void finish(Duration longest);

 private:
  std::shared_ptr<FrameSupply> supply() const;
  std::shared_ptr<FrameSupply> supply_for(const std::shared_ptr<client::Device>& device);

  Output& output_;
  mutable std::mutex mutex_;  ///< guards what follows; never held for long
  bool has_ended_ = false;
  std::shared_ptr<FrameSupply> supply_;  ///< null after stop(): what was cleared plays nothing more
  std::weak_ptr<client::Device> played_on_;
};

}  // namespace idn::plugins
