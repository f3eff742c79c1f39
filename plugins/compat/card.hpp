// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include "plugins/common/frame_player.hpp"
#include "plugins/compat/points.hpp"

namespace idn::plugins::compat {

/// The longest frame of all these interfaces, in points.
inline constexpr int kMostPoints = 16'000;
/// The lowest rate that any of them has, in points per second.
inline constexpr int kLowestRate = 500;

/// Result of a call; EasyLaseGetLastError() returns its number.
enum class CallResult : int {
  Done = 0,
  Busy = 1,     ///< another frame waits already; this one was discarded
  Missing = 2,  ///< the projector is missing, or was not opened
  Invalid = 3,  ///< invalid pointer, number of points or rate
};

enum class CardState { Ready, Busy, Missing };

/// What write() does with a frame while another one waits already: discard it, or block.
enum class WhileBusy { Discard, Wait };

/// One output as hosts of DACs see it. It is opened by its first frame, not when it is listed: a program may
/// have loaded this library under several names, and each copy lists all projectors, but a projector plays the
/// stream of one copy only. Threads: any.
class Card {
 public:
  /// `output` must outlive this. `range`: value range of EzAudDac points.
  Card(Output& output, EzAudDacRange range) : output_(output), player_(output), range_(range) {}

  const std::string& name() const noexcept { return output_.name(); }
  /// See Output::problem(); empty if there is no problem, or if nothing was played yet.
  std::string problem() const;

  /// Opens the output now, for hosts that have such a call. If it is open already, arms it again.
  bool open();
  bool is_open() const { return output_.is_open(); }
  /// Dark with the next datagram, then closed; opens the shutter. Does not wait.
  void close();
  /// If the projector was missing, the next frame tries to open it again.
  void try_again() noexcept { is_missing_ = false; }

  /// While busy, blocks for 2 ms at most: hosts poll in a tight loop, and some give up after 1000 calls.
  CardState state();
  /// Sets the next frame; see FramePlayer::write().
  /// @param samples empty: dark, as by stop()
  /// @param rate points per second, raised to kLowestRate; 0: as in the settings
  /// @param passes 0: repeated until the next frame, for the hold time at most
  CallResult write(std::span<const LaserSample> samples, int rate, std::uint32_t passes, WhileBusy while_busy);
  /// Drops all frames: dark with the next datagram.
  CallResult stop();
  /// Closed: dark while frames play on, until it is opened again.
  CallResult set_shutter(bool is_open);

  /// The value range of the settings, or the one detected from the frames of this host. @return Bits16 or
  /// Bits12
  EzAudDacRange range_of(std::span<const AudioPoint> points) noexcept;

  /// The Outcome of the last call.
  CallResult last_outcome() const noexcept { return last_outcome_; }
  /// Sets last_outcome(). @return `outcome`
  CallResult record(CallResult outcome) noexcept { return last_outcome_ = outcome; }

 private:
  bool make_ready();

  Output& output_;
  FramePlayer player_;
  std::mutex writing_;  ///< held by write(): one frame at a time
  const EzAudDacRange range_;
  RangeDetector detector_;
  std::atomic<bool> is_missing_{false};  ///< could not be opened; the rack opens it when its unit is found
  std::atomic<CallResult> last_outcome_{CallResult::Done};
};

}  // namespace idn::plugins::compat
