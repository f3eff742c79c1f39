// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <unordered_set>
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
  Counter late;             ///< of those with a time, done at once: they came more than 1 ms after it
  Counter again;            ///< had the ID of an earlier one
};

/// What became of a trigger that has a time or an ID.
struct TriggerOutcome {
  enum class Kind : std::uint8_t {
    Waits,  ///< for its time
    Done,
    Again,          ///< one with its ID came before; nothing was done
    NothingToCall,  ///< as TriggerCounters::nothing_to_call
    NotTaken        ///< too many wait already
  };
  Kind kind = Kind::Done;
  Action action{};
  std::string id{};
  std::optional<Duration> planned{};  ///< since 1970
  Duration told_at{0};                ///< since 1970: when it was done, or put off
  bool is_late = false;               ///< as TriggerCounters::late
};

/// Receives triggers from the sources of --on, on a thread of its own, and calls `obey` there.
class Triggers {
 public:
  /// Applies an action. @return false if no stream has the cue. Must not throw.
  using Obey = std::function<bool(const Action& action)>;
  /// A cue will be called at Action::at. Must not throw.
  using Expect = std::function<void(const Action& action)>;
  /// Must not throw.
  using Tell = std::function<void(const TriggerOutcome& outcome)>;
  /// Triggers that wait for their times at one moment.
  static constexpr std::size_t kMostWaiting = 4096;
  /// IDs that are known again.
  static constexpr std::size_t kMostIds = 16'384;

  /// @param obey called on the thread of this object
  /// @param tell called on that thread
  /// @param on_failure called on that thread if nothing more can be received, with the reason
  /// @param sent see ResponseMeter
  /// @param expect called on that thread, may be empty
  /// Throws cli::Failure if an input cannot be opened.
  Triggers(const std::vector<TriggerInput>& inputs, Obey obey, Tell tell,
           std::function<void(std::string)> on_failure, std::vector<SentDatagrams> sent, Expect expect = {});
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
  void wait_for(const Reading& reading);
  void call_waiting();
  bool is_known(const std::string& id);
  void carry_out(const Reading& reading, TimePoint at, bool is_late);
  void tell(TriggerOutcome::Kind kind, const Reading& reading, bool is_late = false) const;
  void poll_meter();
  Counter& counter_of(Action::Kind kind) noexcept;

  Obey obey_;
  Expect expect_;
  Tell tell_;
  std::multimap<Duration, Reading> waiting_;  ///< by their times
  std::unordered_set<std::string> ids_;
  std::deque<std::string> ids_in_order_;  ///< the oldest first
  TriggerCounters counters_;
  ResponseMeter meter_;
  std::vector<Place> places_;
  io::UnitLoop loop_;
  TimePoint alarm_ = kNever;                ///< when the loop polls the meter
  TimePoint look_at_ = (TimePoint::min)();  ///< when it looks for triggers that are due
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::vector<std::unique_ptr<MidiPort>> midi_ports_;  ///< their threads use the loop
  jthread thread_;                                     ///< last: uses all of the above
};

}  // namespace idn::sender
