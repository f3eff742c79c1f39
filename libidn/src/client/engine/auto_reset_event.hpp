// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>

namespace idn::client {

/// An auto-reset event: set() wakes the waiting thread or, if none waits, makes the next wait() return at once.
/// Does not use std::atomic::wait, which in GCC 12 can miss a wake-up on systems without futex, such as
/// Windows.
class AutoResetEvent {
 public:
  /// Threads: any.
  void set() noexcept {
    {
      const std::lock_guard lock(mutex_);
      is_set_ = true;
    }
    changed_.notify_all();
  }
  /// Blocks until set(); returns at once if set() was called since the last wait(). Threads: one.
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
