// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "idn/client/devices.hpp"
#include "sender/light.hpp"
#include "sender/stream_plan.hpp"
#include "sender/trigger/action.hpp"

namespace idn::sender {

/// A running stream: the device of a plan and its content.
class ActiveStream {
 public:
  using OnUnit = std::function<void(const stream::UnitEvent&)>;

  /// Goes to its target, as far as `found` has it; with `waits` a unit that is not there is waited for: nothing
  /// is sent until join(). `on_unit` is called on a thread of the device. Throws cli::Failure.
  ActiveStream(StreamPlan plan, client::Devices& devices, const stream::UnitList& found, bool waits,
               OnUnit on_unit);
  ~ActiveStream() { plan_.content->stop(); }
  ActiveStream(const ActiveStream&) = delete;
  ActiveStream& operator=(const ActiveStream&) = delete;

  /// Whether its unit was not there yet.
  bool is_missing() const noexcept { return is_missing_; }
  /// If `found` has its unit now, it gets the stream, which has been playing unseen.
  /// @return whether it does
  bool join(const stream::UnitList& found);

  /// Starts to fill the device. `on_ready` is called on a thread of its own, see Content::watch(). At the end
  /// of the input what is queued is played out; after a failure the device is dark at once.
  void prepare(std::function<void()> on_ready);
  /// Nothing is sent before. Call after `on_ready`.
  void start_at(const io::StartTime& time) { device_->start_at(time); }
  /// Call after `on_ready`. Throws cli::Failure if there is nothing to play, and what the input threw.
  void check_input() const;
  /// Dark at once, without playing out; the stream closes DeviceOptions::dark_before_close later.
  void end();
  /// Closes at once.
  void close() { static_cast<void>(device_->close()); }
  /// Applies the action of a trigger with the next datagram. Threads: one at a time.
  /// @return false if there is no such cue
  bool obey(const Action& action);
  /// obey() follows with this cue at its time, with whose first sample waves begin it. Threads: as obey().
  void expect(const Action& cue);
  /// Call after the end. Rethrows what the input threw.
  void finish();
  /// Throws cli::Failure if the receiver refused the stream, or its unit is missing at the end. `light`: at the
  /// end.
  void check_reception(const Light& light) const;

  /// The target as the user gave it.
  const std::string& name() const noexcept { return name_; }
  /// What plays now; empty where it has no name. Threads: any.
  std::string playing() const { return plan_.cues != nullptr ? plan_.cues->playing() : plan_.title; }
  bool has_cues() const noexcept { return plan_.cues != nullptr; }
  /// Of the dimmer, in percent. Threads: any.
  int brightness() const noexcept { return brightness_; }
  bool is_armed_by_content() const noexcept { return plan_.is_armed_by_content; }
  /// The unit as the target names it; only for targets that are units.
  std::string unit_name() const;
  /// Where pictures for it are received; empty: nowhere.
  const std::string& listens_at() const noexcept { return plan_.listens_at; }
  const client::Device& device() const noexcept { return *device_; }
  const StreamOptions& options() const noexcept { return plan_.options; }
  std::optional<std::uint64_t> total_samples() const { return plan_.content->total_samples(); }

 private:
  void end_with_input();
  void make_dark(bool dark);
  void set_brightness(int percent);
  void drop_waiting();

  StreamPlan plan_;
  std::string name_;
  bool is_missing_ = false;
  bool is_dark_ = false;  ///< by an action
  std::atomic<int> brightness_{100};
  std::optional<client::Device> device_;  ///< last: its thread uses the plan
};

}  // namespace idn::sender
