// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

#include "idn/client/devices.hpp"
#include "sender/stream_plan.hpp"
#include "sender/trigger/action.hpp"

namespace idn::sender {

/// A plan on its way: its device, and what that plays.
class ActiveStream {
 public:
  using OnUnit = std::function<void(const stream::UnitEvent&)>;

  /// Resolves the target, which may search the network. `on_unit` is called on a thread of the device. Throws
  /// cli::Failure.
  ActiveStream(StreamPlan plan, client::Devices& devices, OnUnit on_unit);
  ~ActiveStream() { plan_.content->stop(); }
  ActiveStream(const ActiveStream&) = delete;
  ActiveStream& operator=(const ActiveStream&) = delete;

  /// Fills the device from now on. `on_ready` is called on a thread of its own: see Content::watch(). What was
  /// brought is played out when the input is over; behind a failure all is dark at once.
  void prepare(std::function<void()> on_ready);
  /// After `on_ready`. Throws cli::Failure where there is nothing to play, and what the input threw.
  void check_input() const;
  /// Ends dark at once, also where the input is over.
  void end();
  /// Does what a trigger asks, by the next datagram. Any thread. @return false where there is no such cue
  bool obey(const Action& action);
  /// After the end. Rethrows what the input threw.
  void finish();
  /// What the receiver had to say about the stream is the verdict on it; so is that its unit is missing at the
  /// end. Throws cli::Failure.
  void check_reception() const;

  /// The unit as the target named it. Only where the target is one.
  std::string unit_name() const;
  /// Where pictures for it are received; empty: nowhere.
  const std::string& listens_at() const noexcept { return plan_.listens_at; }
  const client::Device& device() const noexcept { return *device_; }
  const StreamOptions& options() const noexcept { return plan_.options; }
  std::optional<std::uint64_t> total_samples() const { return plan_.content->total_samples(); }

 private:
  void end_with_input();
  void black_out(bool dark);
  void drop_waiting();

  StreamPlan plan_;
  std::mutex blackout_;  ///< of `is_blacked_out_`
  bool is_blacked_out_ = false;
  std::optional<client::Device> device_;  ///< last: asks the plan
};

}  // namespace idn::sender
