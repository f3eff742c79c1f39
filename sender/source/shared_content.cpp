// SPDX-License-Identifier: MIT
#include "sender/source/shared_content.hpp"

#include <fmt/core.h>

#include <mutex>

#include "idn/stop_token.hpp"

namespace idn::sender {
namespace {

/// @return false after a stop request
bool passes(Duration duration, const stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  condition_variable_any().wait_for(lock, stop, duration, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

/// Ready at once: it is dark until a writer comes.
Result<void> SharedContent::begin(client::Device& device) {
  device_ = &device;
  if (auto begun = device.play_shared(name_); !begun) return begun;
  report_ready(true);
  if (duration_ > Duration{0})
    end_ = jthread([this, stop = token()] {
      if (!passes(duration_, stop)) return;
      static_cast<void>(device_->stop());  // a picture would be drawn for ever
      report_end(true);
    });
  return {};
}

void SharedContent::report_writers() const {
  const client::SharedWriters writers = device_->status().shared_writers;
  if (writers.rejected > 0)
    fmt::print(stderr,
               "idn_sender: {}: {} of {} writers broke the rules of the ring and were disconnected; see "
               "idn/shared_ring.h\n",
               name_, writers.rejected, writers.connections);
}

}  // namespace idn::sender
