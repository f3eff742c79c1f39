// SPDX-License-Identifier: MIT
#include "sender/feeder.hpp"

namespace idn::sender {

Feeder::Feeder(Feed& feed, stream::SenderSession& session, std::function<void()> on_ready)
    : feed_(feed),
      session_(session),
      on_ready_(std::move(on_ready)),
      thread_([this](const std::stop_token& stop) {
        try {
          run(stop);
          session_.finish();
          report_ready();
        } catch (...) {
          failure_ = std::current_exception();
          session_.close();
          report_failure();
        }
      }) {}

void Feeder::run(const std::stop_token& stop) {
  while (!stop.stop_requested() && feed_.advance(stop))
    if (feed_.is_ready()) report_ready();
}

void Feeder::report_ready() {
  if (reported_) return;
  reported_ = true;
  ready_.set_value(feed_.has_begun());
  if (on_ready_) on_ready_();
}

void Feeder::report_failure() {
  if (reported_) return;
  reported_ = true;
  ready_.set_exception(failure_);
  if (on_ready_) on_ready_();
}

void Feeder::finish() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace idn::sender
