// SPDX-License-Identifier: MIT
#pragma once

#include "bench/pacing/contender.hpp"
#include "e2e/process.hpp"

namespace idn::bench {

/// A sender that streams to a unit of this program. Killed by the destructor if it still runs. Failures are
/// thrown as std::runtime_error, with the first line of the sender's error output in the message.
class RunningSender {
 public:
  /// Returns when the first samples have come.
  RunningSender(const Words& command, const MeasuringUnit& unit);

  pid_t id() const { return static_cast<pid_t>(process_.id()); }
  void signal(int number) const { process_.signal(number); }

  /// Waits for its end.
  /// @return what it printed
  std::string finish();

 private:
  [[noreturn]] void refuse(const std::string& what) const;

  test::Process process_;
};

}  // namespace idn::bench
