// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace idn::parser {

/// Blocking FIFO queue between threads. It has no limit of its own; its users create a fixed number of items.
template <class Item>
class BlockingQueue {
 public:
  /// @param item ignored if null
  void push(std::unique_ptr<Item> item) {
    if (!item) return;
    {
      const std::lock_guard lock(mutex_);
      items_.push_back(std::move(item));
    }
    changed_.notify_one();
  }

  /// Waits for the next item. Null where the queue is closed and empty.
  std::unique_ptr<Item> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_closed_ || !items_.empty(); });
    if (items_.empty()) return nullptr;
    auto item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

  /// To be called after the last push(): pop() returns null once the queue is empty.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Item>> items_;
  bool is_closed_ = false;
};

}  // namespace idn::parser
