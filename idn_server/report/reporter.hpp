// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/recorder/recorder.hpp"
#include "idn/endpoint.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/stream/receive/receiver.hpp"
#include "idn_server/faults/faults.hpp"
#include "idn_server/stream_table.hpp"

/// Reports of the server, as text or JSON.
namespace idn::server {

struct UnitFacts {
  Endpoint local;
  wire::UnitId unit_id;
  std::string name;
  std::uint16_t group_mask = 0xFFFF;
  std::size_t receive_buffer = 0;
};

/// Counters of one unit.
struct UnitReport {
  UnitFacts unit;
  const StreamTable* streams = nullptr;  ///< valid during the call
  stream::ReceiverStats receiver;
  std::uint64_t not_allowed = 0;   ///< datagrams from outside of the allowed networks
  std::uint64_t kernel_drops = 0;  ///< datagrams that the kernel dropped, since the socket was read too slowly
  std::uint64_t ignored_broadcasts = 0;  ///< broadcasts that were no requests to this unit
  std::uint64_t unstamped = 0;           ///< datagrams without a kernel timestamp
  std::uint64_t unsent = 0;              ///< answers that the network refused
  std::size_t sessions = 0;              ///< open now
  std::optional<FaultReport> faults;

  std::uint64_t datagrams() const noexcept { return receiver.datagrams + not_allowed + ignored_broadcasts; }
};

/// Counters of the whole server.
struct ServerFacts {
  Duration elapsed{};
  std::vector<UnitReport> units;
  cli::SkewFacts skew;           ///< of what they show; moments since 1970
  std::uint64_t unreported = 0;  ///< stream events that EventRateLimiter held back
  std::optional<cli::RecordingFacts> recording;
};

class Reporter : public StreamObserver {
 public:
  /// A problem that does not end the server.
  virtual void warned(const std::string& cause_and_remedy);
  /// Once for each unit, before anything else but warnings.
  virtual void listening(const UnitFacts& unit) = 0;
  /// Once, after the units: what the operating system granted.
  virtual void realtime(std::span<const io::Grant>) {}
  /// Where metrics are served.
  virtual void serves_metrics(const Endpoint&) {}
  /// A fault plan is in force; its seed repeats the run.
  virtual void plans_faults(std::uint64_t /*seed*/) {}
  /// Once per second, with the streams of each unit.
  virtual void progress(std::span<const StreamTable* const> units, Duration now_since_1970) = 0;
  virtual void recording_failed(const cli::RecordingFacts& recording) = 0;
  virtual void finished(const ServerFacts& server) = 0;
};

/// For people: lines on standard output, the live line on a terminal, faults on standard error.
/// @param has_details all measurements of each stream, not only what was shown of it
std::unique_ptr<Reporter> make_text_reporter(bool has_details);
/// For programs: one JSON object per line on standard output.
std::unique_ptr<Reporter> make_json_reporter();

/// Count of real-time packets without samples: keep-alives, configurations, closes, aborts.
std::uint64_t without_samples(const stream::ReceiverStats& received, const PacketOutcomes& outcomes);

/// One line with count, cause and remedy for each reason for which datagrams were not played, and for each
/// disturbance of the measurement. Together with the streams this accounts for every datagram.
std::vector<std::string> datagrams_beside_streams(const UnitReport& unit, const PacketOutcomes& outcomes);

/// Live, finished and merged streams together.
StreamTotals total_of(const StreamTable& streams);
/// Of all units.
StreamTotals total_of(const ServerFacts& server);

}  // namespace idn::server
