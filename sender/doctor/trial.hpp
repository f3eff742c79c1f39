// SPDX-License-Identifier: MIT
#pragma once

#include <thread>
#include <vector>

#include "sender/doctor/suspect.hpp"

namespace idn::sender::doctor {

struct TrialOptions {
  Duration tick = std::chrono::microseconds(250);      ///< time between two datagrams, 200 us to 10 ms
  Duration length = std::chrono::milliseconds(500);    ///< that counts
  Duration settling = std::chrono::milliseconds(100);  ///< ahead of it, while the guard is found
  io::WaitMode wait = io::WaitMode::Hybrid;
};

/// Streams dark samples as idn_sender does, on a thread of its own, to a socket of loopback that nobody reads.
/// Blocks. Setup::settings are up to the caller. Throws cli::Failure where there is no such socket.
/// @return how late each datagram was: from when it was due to when the system was asked to send it
std::vector<Duration> run_trial(const TrialOptions& options, const Setup& setup);

/// What the system grants to a thread that streams.
std::vector<io::Grant> usual_grants(io::WaitMode wait);

/// Keeps one processor busy with what gives way to everything else, until it is destroyed.
class IdleSpinner {
 public:
  explicit IdleSpinner(unsigned processor);
  IdleSpinner(const IdleSpinner&) = delete;
  IdleSpinner& operator=(const IdleSpinner&) = delete;

 private:
  std::jthread thread_;
};

}  // namespace idn::sender::doctor
