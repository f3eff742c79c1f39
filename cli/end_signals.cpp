// SPDX-License-Identifier: MIT
#include "cli/end_signals.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <csignal>
#include <utility>

#include "idn/stop_token.hpp"

namespace idn::cli {

std::vector<int> end_signals() {
  std::vector<int> signals{SIGINT, SIGTERM};
#ifndef _WIN32
  signals.insert(signals.end(), {SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU});
  struct sigaction hangup{};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) signals.push_back(SIGHUP);
#endif
  return signals;
}

EndSignals::EndSignals(std::function<void()> on_first) {
  for (const int number : end_signals()) signals_.add(number);
  signals_.async_wait([on_first = std::move(on_first)](boost::system::error_code error, int) {
    if (!error) on_first();
  });
  thread_ = jthread([this] {
    const auto work = boost::asio::make_work_guard(context_);
    context_.run();
  });
}

EndSignals::~EndSignals() {
  context_.stop();
}

}  // namespace idn::cli
