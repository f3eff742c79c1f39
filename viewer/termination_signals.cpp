// SPDX-License-Identifier: MIT
#include "viewer/termination_signals.hpp"

#include "cli/end_signals.hpp"

namespace idn::viewer {

TerminationSignals::TerminationSignals() {
  for (const int number : cli::end_signals()) signals_.add(number);
  signals_.async_wait([this](const boost::system::error_code& error, int number) {
    if (!error) signal_ = number;
  });
}

int TerminationSignals::poll() {
  context_.poll();
  return signal_;
}

}  // namespace idn::viewer
