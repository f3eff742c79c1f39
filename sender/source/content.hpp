// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <optional>

#include "idn/client/device.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender {

/// What a device plays. The device asks for it ahead of time, on a thread of its own.
class Content {
 public:
  virtual ~Content() = default;
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  /// Both are called once, on the thread of the device: `on_ready` when the stream can begin, or the input has
  /// ended before that; `on_end` at the end of the input.
  void watch(std::function<void()> on_ready, std::function<void()> on_end);
  /// Starts to fill `device`, which must be destroyed before this.
  virtual Result<void> begin(client::Device& device) = 0;
  /// Ends the input, also while it is being waited for. Threads: any.
  virtual void stop() noexcept { stop_.request_stop(); }

  /// After `on_ready`: whether there is anything to play.
  bool has_begun() const noexcept { return has_begun_; }
  /// After `on_end`, and after an `on_ready` with nothing to play: what the input threw, or nothing.
  const std::exception_ptr& failure() const noexcept { return failure_; }
  /// Estimated number of samples; nothing if there is no end, or it is unknown.
  virtual std::optional<std::uint64_t> total_samples() const = 0;

 protected:
  Content() = default;

  stop_token token() const { return stop_.get_token(); }
  /// Call when enough for the start has been handed over.
  void report_ready(bool has_begun);
  /// What `next` returns; nothing if it throws, which ends the input.
  template <class Next>
  auto guarded(Next next) {
    decltype(next()) answer{};
    try {
      answer = next();
    } catch (...) {
      failure_ = std::current_exception();
    }
    return answer;
  }
  void report_end(bool has_begun);

 private:
  std::function<void()> on_ready_;
  std::function<void()> on_end_;
  stop_source stop_;
  std::exception_ptr failure_;
  bool is_ready_ = false;
  bool has_begun_ = false;
};

}  // namespace idn::sender
