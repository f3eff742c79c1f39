// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "idn/analysis/stream_metrics.hpp"

namespace idn::bench {

/// What reached a unit.
struct Reception {
  std::vector<analysis::SampleDatagram>
      datagrams;                ///< with samples; arrivals since 1970, stamped by the kernel
  std::uint64_t lost = 0;       ///< by sequence number
  std::uint64_t dropped = 0;    ///< by the kernel, before this unit could take them
  std::uint64_t unstamped = 0;  ///< timed by this unit, thus useless
};

/// When the unit looks into its socket. The kernel stamps a datagram when it arrives, whenever it is looked at,
/// so seldom is best: a thread that wakes up disturbs the sender.
struct Answers {
  /// Senders that stand still until an answer comes would be disturbed by a late one. Those ask for the next
  /// answer only this long after the last question; from then on every datagram is looked at as it comes.
  /// Nothing for senders that go on.
  std::optional<Duration> pause{};
};

/// A receiver on loopback with a thread of its own that keeps when each datagram arrived, and answers.
class MeasuringUnit {
 public:
  /// @throws cli::Failure
  explicit MeasuringUnit(const Answers& answers);
  ~MeasuringUnit();
  MeasuringUnit(const MeasuringUnit&) = delete;
  MeasuringUnit& operator=(const MeasuringUnit&) = delete;

  /// Where it listens, "127.0.0.1:PORT".
  std::string address() const;
  std::uint16_t port() const;
  /// Threads: any.
  bool has_samples() const noexcept;

  /// Ends the thread and takes what is left in the socket. To be called once.
  Reception finish();

 private:
  struct State;

  void serve(const std::stop_token& stop, const Answers& answers);

  std::unique_ptr<State> state_;
  std::jthread thread_;
};

}  // namespace idn::bench
