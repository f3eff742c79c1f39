// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"
#include "idn/stop_token.hpp"

namespace idn::bench {

/// What reached a unit.
struct ReceivedDatagrams {
  /// Those with samples; arrivals since 1970, stamped by the kernel.
  std::vector<analysis::SampleDatagram> datagrams;
  std::uint64_t lost = 0;       ///< by sequence number
  std::uint64_t dropped = 0;    ///< by the kernel, before this unit could take them
  std::uint64_t unstamped = 0;  ///< without a time stamp of the kernel, so without an exact arrival
};

/// When the unit reads its socket. The kernel stamps datagrams on arrival, so reading late costs no precision;
/// it is done rarely, since a thread that wakes up disturbs the sender.
struct ReadPolicy {
  /// For senders that block until an answer comes, and request the next one no sooner than this after the last
  /// request: when this time has passed, every datagram is read as it comes, so that the answer is not late.
  /// Nothing for senders that do not block.
  std::optional<Duration> pause{};
};

/// A receiver on loopback with a thread of its own that records when each datagram arrived, and answers.
class MeasuringUnit {
 public:
  /// @throws cli::Failure
  explicit MeasuringUnit(const ReadPolicy& policy);
  ~MeasuringUnit();
  MeasuringUnit(const MeasuringUnit&) = delete;
  MeasuringUnit& operator=(const MeasuringUnit&) = delete;

  /// Where it listens, "127.0.0.1:PORT".
  std::string address() const;
  std::uint16_t port() const;
  /// Threads: any.
  bool has_samples() const noexcept;

  /// Ends the thread and reads what is left in the socket. To be called once.
  ReceivedDatagrams finish();

 private:
  struct State;

  void serve(const stop_token& stop, const ReadPolicy& policy);

  std::unique_ptr<State> state_;
  jthread thread_;
};

}  // namespace idn::bench
