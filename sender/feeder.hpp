// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <future>
#include <thread>

#include "sender/source/feed.hpp"

namespace idn::sender {

/// The producer thread: lets a feed fill a session.
///
/// However the feed ends, the session is told: the end of the input plays out, an exception closes it dark.
class Feeder {
 public:
  Feeder(Feed& feed, stream::SenderSession& session);

  /// Becomes ready once the stream can begin, or the input is over; true where there is anything to play.
  /// Rethrows what the feed threw until then.
  std::future<bool> ready() { return ready_.get_future(); }

  /// Ends the thread and rethrows what the feed threw, if it did.
  void finish();

 private:
  void run(const std::stop_token& stop);
  void report_ready();

  Feed& feed_;
  stream::SenderSession& session_;
  bool reported_ = false;
  std::promise<bool> ready_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender
