// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <mutex>

namespace idn::client {

/// Lets a thread sleep until another one has something for it. Where the system has no futex, as on Windows,
/// std::atomic::wait of GCC 12 can miss what wakes it up.
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
  /// Until it rings; at once where it has rung since the last time. One thread.
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
