// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/stop_token.hpp"
#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

struct TrialOptions {
  Duration tick = std::chrono::microseconds(250);      ///< time between two datagrams, 200 us to 10 ms
  Duration length = std::chrono::milliseconds(500);    ///< of the measurement
  Duration settling = std::chrono::milliseconds(100);  ///< before it, for the calibration of the guard
  io::WaitMode wait = io::WaitMode::Hybrid;            ///< of one thread: a second one would hide causes
  std::uint16_t port = 0;  ///< of receivers: where a stream of another sender arrives; 0: a trial sends one
};

/// Streams dark samples as idn_sender does, on a thread of its own, to an unread socket on loopback. Blocks.
/// The caller applies Setup::settings. Throws cli::Failure if the socket cannot be opened.
/// @return how late each datagram was: from when it was due to when the system was asked to send it
std::vector<Duration> run_trial(const TrialOptions& options, const Setup& setup);

/// Streams dark samples as idn_sender does, to the end of the trial. Blocks. Throws cli::Failure.
/// @return how late each datagram was after the time for settling
std::vector<Duration> stream_dark(const std::string& target, const TrialOptions& options, const Setup& setup);

/// Rights that the system grants to a streaming or receiving thread.
std::vector<io::Grant> usual_grants(io::WaitMode wait, Direction direction);

/// Keeps one processor busy by a thread of the idle class, until destroyed.
class IdleSpinner {
 public:
  explicit IdleSpinner(unsigned processor);
  IdleSpinner(const IdleSpinner&) = delete;
  IdleSpinner& operator=(const IdleSpinner&) = delete;

 private:
  jthread thread_;
};

}  // namespace idn::sender::doctor
