// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

namespace idn::viewer {

/// Catches SIGINT, SIGTERM and the like for its lifetime, so that the program can clean up first.
class TerminationSignals {
 public:
  TerminationSignals();

  /// The signal received, or 0.
  int poll();

 private:
  boost::asio::io_context context_;
  boost::asio::signal_set signals_{context_};
  int signal_ = 0;
};

}  // namespace idn::viewer
