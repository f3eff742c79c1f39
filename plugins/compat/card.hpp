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

/// What has become of a call; EasyLaseGetLastError() tells the number.
enum class Outcome : int {
  Done = 0,
  Busy = 1,      ///< another frame waits already; this one is discarded
  NotThere = 2,  ///< the projector is missing, or was not opened
  Invalid = 3,   ///< points, their number or the card
};

enum class CardState { Ready, Busy, NotThere };

/// What becomes of a frame while another one waits already.
enum class WhileBusy { Discard, Wait };

/// One output as hosts of DACs see it. It is opened by its first frame and not before: a program may have
/// loaded this library under several names, each of which has its own list, but a projector plays to one.
/// Threads: any.
class Card {
 public:
  /// `output` lives as long. `range` is that of EzAudDac's points.
  Card(Output& output, EzAudDacRange range) : output_(output), player_(output), range_(range) {}

  const std::string& name() const noexcept { return output_.name(); }
  /// See Output::problem(); empty where nothing is wrong, or nothing was played yet.
  std::string problem() const;

  /// At once, for hosts that have such a call. Dark or armed again where it is open already.
  bool open();
  bool is_open() const { return output_.is_open(); }
  /// Dark with the next datagram, then closed; does not wait.
  void close();
  /// If it was missing, the next frame tries again.
  void try_again() noexcept { is_missing_ = false; }

  /// While busy it waits a little: hosts ask in a tight loop, and some give up after a thousand times.
  CardState state();
  /// @param samples none: dark
  /// @param rate points per second; 0: as the settings say; below kLowestRate: that
  /// @param passes 0: until the next frame, for the hold time at most
  Outcome write(std::span<const LaserSample> samples, int rate, std::uint32_t passes, WhileBusy while_busy);
  /// Dark with the next datagram, whatever waits.
  Outcome stop();
  /// Dark in spite of all frames, until it is open again.
  Outcome set_shutter(bool is_open);

  /// As the settings say, or as far as the frames of this host tell. @return Bits16 or Bits12
  EzAudDacRange range_of(std::span<const AudioPoint> points) noexcept;

  /// Of the last call to this card that can fail.
  Outcome last() const noexcept { return last_; }
  Outcome note(Outcome outcome) noexcept { return last_ = outcome; }

 private:
  bool make_ready();

  Output& output_;
  FramePlayer player_;
  std::mutex writing_;  ///< one frame at a time
  const EzAudDacRange range_;
  RangeDetector detector_;
  std::atomic<bool> is_missing_{false};  ///< could not be opened; the rack goes on trying
  std::atomic<bool> is_shut_{false};
  std::atomic<Outcome> last_{Outcome::Done};
};

}  // namespace idn::plugins::compat
