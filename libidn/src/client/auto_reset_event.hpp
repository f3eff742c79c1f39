// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>

namespace idn::client {

/// An auto-reset event: set() by any thread wakes the one that waits, or its next wait. Not std::atomic::wait,
/// which in GCC 12 can miss a wake-up where the system has no futex, as on Windows.
class AutoResetEvent {
 public:
  /// Any thread.
  void set() noexcept {
    {
      const std::lock_guard lock(mutex_);
      is_set_ = true;
    }
    changed_.notify_all();
  }
  /// Until set(); at once if that was called since the last wait. One thread.
  void wait() noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_set_; });
    is_set_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};

}  // namespace idn::client
