// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <future>
#include <thread>

#include "idn/stream/sender_session.hpp"
#include "sender/source/sample_source.hpp"

namespace idn::sender {

/// The producer thread: moves samples from a source into a session's ring, ahead of time.
///
/// However the source ends, the session is told: the end of the input plays out, an exception closes it dark.
class Feeder {
 public:
  struct Plan {
    std::size_t prefill = 0;               ///< samples that are ready before ready() becomes true
    std::optional<std::uint64_t> limit{};  ///< samples after which the source is cut off
  };

  Feeder(SampleSource& source, stream::SenderSession& session, const Plan& plan);

  /// Becomes ready once the prefill is there, or all of a shorter input; true where there is anything to play.
  /// Rethrows what the source threw until then.
  std::future<bool> ready() { return ready_.get_future(); }

  /// Ends the thread and rethrows what the source threw, if it did.
  void finish();

 private:
  void feed(const std::stop_token& stop);
  void push(std::span<const LaserSample> samples, const std::stop_token& stop);
  void report_ready();

  SampleSource& source_;
  stream::SenderSession& session_;
  Plan plan_;
  std::uint64_t fed_ = 0;
  bool reported_ = false;
  std::promise<bool> ready_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::sender
