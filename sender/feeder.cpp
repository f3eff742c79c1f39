// SPDX-License-Identifier: MIT
#include "sender/feeder.hpp"

#include <array>
#include <condition_variable>
#include <mutex>

namespace idn::sender {
namespace {

/// Waits without holding up a stop request.
void pause(Duration time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

Feeder::Feeder(SampleSource& source, stream::SenderSession& session, const Plan& plan)
    : source_(source), session_(session), plan_(plan), thread_([this](const std::stop_token& stop) {
        try {
          feed(stop);
          session_.finish();
          report_ready();
        } catch (...) {
          failure_ = std::current_exception();
          session_.close();
          if (!reported_) ready_.set_exception(failure_);
        }
      }) {}

void Feeder::feed(const std::stop_token& stop) {
  std::array<LaserSample, 1024> block;
  while (!stop.stop_requested()) {
    std::size_t wanted = block.size();
    if (plan_.limit) wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, *plan_.limit - fed_));
    const std::size_t count = wanted == 0 ? 0 : source_.read(std::span(block).first(wanted), stop);
    if (count == 0) return;
    fed_ += count;
    push(std::span(block).first(count), stop);
    if (fed_ >= plan_.prefill) report_ready();
  }
}

void Feeder::push(std::span<const LaserSample> samples, const std::stop_token& stop) {
  // The tick thread must not pay for waking anybody up, so the producer looks again after an eighth of the
  // ring.
  const Duration eighth =
      stream::TickLength::of_samples(session_.capacity() / 8, session_.config().packer.rate).duration();
  for (;;) {
    samples = samples.subspan(session_.push(samples));
    if (samples.empty() || stop.stop_requested()) return;
    report_ready();
    pause(eighth, stop);
  }
}

void Feeder::report_ready() {
  if (reported_) return;
  reported_ = true;
  ready_.set_value(fed_ > 0);
}

void Feeder::finish() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace idn::sender
