// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <thread>

#include "sender/source/feed.hpp"

namespace idn::sender {

/// The producer thread: lets a feed fill a session.
///
/// However the feed ends, the session is told: the end of the input plays out, an exception closes it dark.
class Feeder {
 public:
  /// `session`: that of the feed. `on_ready` is called on the producer thread as soon as ready() is; may be
  /// empty.
  Feeder(Feed& feed, stream::SenderSession& session, std::function<void()> on_ready = {});

  /// Becomes ready once the stream can begin, or the input is over; true where there is anything to play.
  /// Rethrows what the feed threw until then.
  std::future<bool> ready() { return ready_.get_future(); }

  /// Ends the thread and rethrows what the feed threw, if it did.
  void finish();

 private:
  void run(const std::stop_token& stop);
  void report_ready();
  void report_failure();

  Feed& feed_;
  stream::SenderSession& session_;
  std::function<void()> on_ready_;
  bool reported_ = false;
  std::promise<bool> ready_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender
