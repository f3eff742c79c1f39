// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/model/player.hpp"
#include "viewer/model/source/live_source.hpp"

namespace idn::viewer {

/// What is being watched: a source, its recording, and where in it the picture is. Live data that is paused,
/// slowed down or scrubbed is looked at in a copy of the last ten seconds, while the reception goes on.
/// Threads: one owner.
class ViewSession {
 public:
  /// A file, from its beginning.
  void show(Recording recording);
  /// A unit, as it receives.
  void listen(std::unique_ptr<LiveSource> live);

  /// `elapsed` has passed for the watching person; of a unit takes what has arrived.
  void advance(Duration elapsed);

  /// Null where a file is shown.
  const LiveSource* live() const noexcept { return live_.get(); }
  /// False before the first source.
  bool has_source() const noexcept { return has_source_; }
  /// What is shown: of a unit that is not followed, the copy.
  const Recording& recording() const noexcept { return copy_ ? *copy_ : recording_; }
  /// The streams to look at. Of a unit those that have been silent for long are left out, unless all are,
  /// and those that have ended once the same host sends the same channel again.
  std::vector<const Stream*> streams() const;

  const Player& player() const noexcept { return player_; }
  TimePoint position() const noexcept { return player_.position(); }

  void play() { player_.play(); }
  void pause();
  void set_speed(double speed);
  void seek(TimePoint to);
  void step(const Timeline& timeline, StepBy unit, int count);
  /// Live: back to what arrives now, at speed 1.
  void go_live();

 private:
  void freeze();
  void set_playback_range();

  bool has_source_ = false;
  Recording recording_;
  std::optional<Recording> copy_;
  std::unique_ptr<LiveSource> live_;
  TimePoint now_{};  ///< of the unit, when it was asked last
  Player player_;
};

}  // namespace idn::viewer
