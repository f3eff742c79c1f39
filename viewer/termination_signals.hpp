// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

namespace idn::viewer {

/// Takes the signals that end programs as long as it exists, so that things can be put in order first.
class TerminationSignals {
 public:
  TerminationSignals();

  /// The signal that came, else 0.
  int poll();

 private:
  boost::asio::io_context context_;
  boost::asio::signal_set signals_{context_};
  int signal_ = 0;
};

}  // namespace idn::viewer
