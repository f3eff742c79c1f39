// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "idn/endpoint.hpp"
#include "idn/stream/receiver.hpp"
#include "idn_server/recorder/recorder.hpp"
#include "idn_server/stream_table.hpp"

/// What the server tells people or programs.
namespace idn::server {

struct UnitFacts {
  Endpoint local;
  wire::UnitId unit_id;
  std::string name;
  std::size_t receive_buffer = 0;
};

/// How the server as a whole did.
struct ServerFacts {
  Duration elapsed{};
  stream::ReceiverStats receiver;
  std::uint64_t kernel_drops = 0;  ///< datagrams that came faster than they were read
  std::uint64_t unstamped = 0;     ///< datagrams without a kernel timestamp
  std::uint64_t unsent = 0;        ///< answers that the network refused
  std::uint64_t unreported = 0;    ///< stream events beyond what anybody could read
  std::optional<RecordingFacts> recording;
};

class Reporter : public StreamObserver {
 public:
  virtual void listening(const UnitFacts& unit) = 0;
  /// Once per second.
  virtual void progress(const StreamTable& streams, Duration now_since_1970) = 0;
  virtual void recording_failed(const RecordingFacts& recording) = 0;
  virtual void finished(const StreamTable& streams, const ServerFacts& server) = 0;
};

/// For people: lines on standard output, the live line on a terminal, faults on standard error.
std::unique_ptr<Reporter> make_text_reporter();
/// For programs: one JSON object per line on standard output.
std::unique_ptr<Reporter> make_json_reporter();

/// Live, finished and merged streams together.
StreamTotals total_of(const StreamTable& streams);

}  // namespace idn::server
