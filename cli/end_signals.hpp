// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <functional>
#include <vector>

#include "idn/stop_token.hpp"

namespace idn::cli {

/// The signals on which a program ends in order: SIGINT and SIGTERM; except on Windows also SIGQUIT, SIGUSR1,
/// SIGUSR2, SIGALRM, SIGXCPU and, unless it is ignored (nohup), SIGHUP.
std::vector<int> end_signals();

/// Catches them for its lifetime, with a thread of its own.
class EndSignals {
 public:
  /// @param on_first called on that thread at the first one; must not throw
  explicit EndSignals(std::function<void()> on_first);
  /// Waits for a call in progress.
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

 private:
  boost::asio::io_context context_;
  boost::asio::signal_set signals_{context_};
  jthread thread_;  ///< last: uses the others
};

}  // namespace idn::cli
