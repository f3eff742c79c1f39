// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"
#include "sender/report_socket.hpp"
#include "sender/sound/soundtrack.hpp"
#include "sender/stream_watch.hpp"
#include "sender/trigger/triggers.hpp"

namespace idn::sender {

/// Reports the state of the streams: a line for each at the bottom of a terminal, and one that stays for each
/// change; or JSON lines.
class Status {
 public:
  explicit Status(StatusOptions options);

  /// Call before started().
  void add(StreamWatch::Stream stream) { streams_.emplace_back(std::move(stream)); }

  /// Reports where triggers and pictures are received. Call before started().
  void listening(const std::string& what, const std::string& place) const;
  void started(const client::TickThreadStatus& thread);
  /// Call ten times per second.
  void update(Duration elapsed);
  /// The streams whose receivers, which had been lit, are away since the last call.
  std::vector<std::size_t> take_losses();
  /// Such a stream stays dark, or becomes light with its receiver.
  void after_loss(std::size_t stream, bool stays_dark);
  /// An action of an operator or trigger was applied: no stream is dark for a loss any more.
  void switched(std::size_t stream);
  /// No stream has the cue that was called. @param number 0: that beside another
  void without_cue(std::uint32_t number);
  /// Reports what became of a trigger with a time or an ID.
  void carried_out(const TriggerOutcome& outcome);
  /// Reports that all is dark until --start-at.
  void waits_until(Duration since_1970);
  /// Reports which keys there are.
  void keys(bool has_cues) const;
  /// Reports that the unit `name` of a stream moved, was lost or came back.
  void report(std::size_t stream, const std::string& name, const stream::UnitEvent& event);
  /// Reports that a file of limits applies. `act`: they change samples, else they are counted only. Call before
  /// started().
  void limits_of(const std::string& path, bool act) const;
  /// The unit of a stream was not found; it begins without.
  void missing(std::size_t stream);
  /// The light of that stream while it was open, as of the last update().
  const Light& light_while_open(std::size_t stream) const { return streams_[stream].light_while_open(); }
  /// The unit of a stream is there now, and gets it.
  void joined(std::size_t stream, const Endpoint& at) { streams_[stream].moved(at); }
  /// A search at the address of a stream has ended.
  void searched(std::size_t stream, bool is_found);
  /// Reports the wake-ups of each tick thread.
  void finished(Duration elapsed, const std::vector<client::TickThreadStatus>& threads);
  /// Throws cli::Failure if acknowledges told of a poor network. Call after finished().
  void check_networks() const;
  /// Reports the triggers. Call after the other.
  void finished(const Triggers& triggers);
  void finished(const SoundFacts& sound);

 private:
  bool is_read() const noexcept;
  void emit(const nlohmann::ordered_json& event) const;
  void report_changes();
  void warn(const std::string& name, const std::string& text);
  std::string line_of(const StreamWatch& stream) const;
  std::string totals(Duration elapsed) const;
  std::string progress(Duration elapsed) const;
  void print_start(const StreamWatch& watch, const client::TickThreadStatus& thread) const;
  void print_json(const StreamWatch& watch, const char* event, Duration elapsed,
                  const std::vector<client::TickThreadStatus>& threads) const;

  StatusOptions options_;
  mutable std::optional<ReportSocket> report_;  ///< beside what is printed
  std::vector<StreamWatch> streams_;
  cli::StatusLine line_;
  Duration last_update_{0};
};

}  // namespace idn::sender
