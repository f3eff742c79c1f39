// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/statistics.hpp"
#include "idn/stop_token.hpp"
#include "sender/trigger/midi_port.hpp"
#include "sender/trigger/response_meter.hpp"
#include "sender/trigger/trigger_input.hpp"

namespace idn::sender {

/// Counters of triggers, by outcome. Threads: any.
struct TriggerCounters {
  Counter dark, light, next, previous, cue, brightness;  ///< actions that were applied
  Counter nothing_to_call;  ///< next, previous and cue if no stream has cues, or none with that number
  Counter released;         ///< releases of buttons and keys
  Counter not_understood;   ///< malformed datagrams; messages, lines and notes without an action
};

/// Receives triggers from the sources of --on, on a thread of its own, and calls `obey` there.
class Triggers {
 public:
  /// Applies an action. @return false if no stream has the cue. Must not throw.
  using Obey = std::function<bool(const Action& action)>;

  /// @param obey called on the thread of this object
  /// @param on_failure called on that thread if nothing more can be received, with the reason
  /// @param sent see ResponseMeter
  /// Throws cli::Failure if an input cannot be opened.
  Triggers(const std::vector<TriggerInput>& inputs, Obey obey, std::function<void(std::string)> on_failure,
           std::vector<SentDatagrams> sent);
  /// Waits for a call in progress.
  ~Triggers();

  /// A source that is open: its kind, and its address and port or the name of the MIDI port.
  struct Place {
    TriggerInput::Kind kind;
    std::string name;
  };
  const std::vector<Place>& places() const noexcept { return places_; }
  const TriggerCounters& counters() const noexcept { return counters_; }
  const DurationHistogram& response_times() const noexcept { return meter_.times(); }

 private:
  class Socket;

  void open(const TriggerInput& input);
  void open_midi(const TriggerInput& input);
  void handle(const Reading& reading, TimePoint at);
  void poll_meter();
  Counter& counter_of(Action::Kind kind) noexcept;

  Obey obey_;
  TriggerCounters counters_;
  ResponseMeter meter_;
  std::vector<Place> places_;
  io::UnitLoop loop_;
  TimePoint alarm_ = kNever;  ///< when the loop polls the meter
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<std::unique_ptr<MidiPort>> midi_ports_;  ///< their threads use the loop
  jthread thread_;                                     ///< last: uses all of the above
};

}  // namespace idn::sender
