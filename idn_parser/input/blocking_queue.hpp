// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace idn::parser {

/// Unbounded blocking FIFO queue between threads; the number of items is bounded by who makes them.
template <class Item>
class BlockingQueue {
 public:
  /// @param item not taken where it is null
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

  /// No more will come.
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
