// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "idn/endpoint.hpp"
#include "idn/io/realtime.hpp"
#include "idn/stream/receiver.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/recorder/recorder.hpp"
#include "idn_server/stream_table.hpp"

/// What the server tells people or programs.
namespace idn::server {

struct UnitFacts {
  Endpoint local;
  wire::UnitId unit_id;
  std::string name;
  std::uint16_t group_mask = 0xFFFF;
  std::size_t receive_buffer = 0;
};

/// How a unit did.
struct UnitReport {
  UnitFacts unit;
  const StreamTable* streams = nullptr;  ///< valid during the call
  stream::ReceiverStats receiver;
  std::uint64_t not_allowed = 0;         ///< datagrams from outside of the allowed networks
  std::uint64_t kernel_drops = 0;        ///< datagrams that came faster than they were read
  std::uint64_t ignored_broadcasts = 0;  ///< no questions to this unit
  std::uint64_t unstamped = 0;           ///< datagrams without a kernel timestamp
  std::uint64_t unsent = 0;              ///< answers that the network refused
  std::size_t sessions = 0;              ///< open now
  std::optional<FaultReport> faults;

  std::uint64_t datagrams() const noexcept { return receiver.datagrams + not_allowed + ignored_broadcasts; }
};

/// How the server as a whole did.
struct ServerFacts {
  Duration elapsed{};
  std::vector<UnitReport> units;
  std::uint64_t unreported = 0;  ///< stream events beyond what anybody could read
  std::optional<RecordingFacts> recording;
};

class Reporter : public StreamObserver {
 public:
  /// Something is not as wished, and the server goes on.
  virtual void warned(const std::string& cause_and_remedy);
  /// Once for each unit, before anything else but warnings.
  virtual void listening(const UnitFacts& unit) = 0;
  /// Once, after the units: what the operating system granted.
  virtual void realtime(std::span<const io::Grant>) {}
  /// Where the metrics are to be had.
  virtual void serves_metrics(const Endpoint&) {}
  /// A fault plan is at work; the seed repeats it.
  virtual void plans_faults(std::uint64_t /*seed*/) {}
  /// Once per second, with the streams of each unit.
  virtual void progress(std::span<const StreamTable* const> units, Duration now_since_1970) = 0;
  virtual void recording_failed(const RecordingFacts& recording) = 0;
  virtual void finished(const ServerFacts& server) = 0;
};

/// For people: lines on standard output, the live line on a terminal, faults on standard error.
std::unique_ptr<Reporter> make_text_reporter();
/// For programs: one JSON object per line on standard output.
std::unique_ptr<Reporter> make_json_reporter();

/// Real-time packets that asked for nothing to be played: keep-alives, configurations, closes, aborts.
std::uint64_t without_samples(const stream::ReceiverStats& received, const PacketOutcomes& outcomes);

/// A line for each reason for which datagrams brought nothing to play, and for what disturbed the measurement:
/// how many, why, and what to do. Nothing for what did not happen; together with the streams, all that came.
std::vector<std::string> datagrams_beside_streams(const UnitReport& unit, const PacketOutcomes& outcomes);

/// Live, finished and merged streams together.
StreamTotals total_of(const StreamTable& streams);
/// Of all units.
StreamTotals total_of(const ServerFacts& server);

}  // namespace idn::server
