// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "viewer/model/player.hpp"
#include "viewer/model/source/live_source.hpp"

namespace idn::viewer {

/// A source, its recording and the playback position. Live data that is paused, slowed down or scrubbed is
/// shown from a copy of the last ten seconds, while reception goes on. Threads: one owner.
class ViewSession {
 public:
  /// Shows a file, or the first part of it, from its beginning.
  void show(Recording recording);
  /// The end of a file of which only a part is held, as far as it is known.
  void set_known_end(TimePoint end);
  /// Shows another part of the same file; the position stays.
  /// @return the part before, which takes long to be destroyed
  Recording show_part(Recording part);
  /// The moment around which a part should be read: the position, where it is outside of the part held, or near
  /// its end.
  std::optional<TimePoint> missing_part() const noexcept;
  /// Whether the position can be shown. Until then it stands still.
  bool is_held() const noexcept { return live_ || recording_.held.contains(position()); }
  /// Shows what a unit receives, live.
  void listen(std::unique_ptr<LiveSource> live);

  /// Advances playback by `elapsed` of real time. Live: first takes over what was received since the last call.
  void advance(Duration elapsed);

  /// Null where a file is shown.
  LiveSource* live() const noexcept { return live_.get(); }
  /// False before the first source.
  bool has_source() const noexcept { return has_source_; }
  /// What is shown: live and not following the reception, the copy.
  const Recording& recording() const noexcept { return copy_ ? *copy_ : recording_; }
  /// The streams to show. Live, without streams that have been idle for long, unless all are, and without ended
  /// streams that the same host has replaced on the same channel.
  std::vector<const Stream*> streams() const;

  const Player& player() const noexcept { return player_; }
  TimePoint position() const noexcept { return player_.position(); }

  void play() { player_.play(); }
  void pause();
  void set_speed(double speed);
  void seek(TimePoint to);
  void step(const Timeline& timeline, StepBy unit, int count);
  /// Live: back to the newest data, at speed 1.
  void go_live();

 private:
  void freeze();
  void set_playback_range();

  bool has_source_ = false;
  Recording recording_;
  std::optional<Recording> copy_;
  std::unique_ptr<LiveSource> live_;
  TimePoint file_begin_{}, file_end_{};
  TimePoint now_{};  ///< the unit's clock at the last advance()
  Player player_;
};

}  // namespace idn::viewer
