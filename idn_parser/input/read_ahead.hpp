// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "idn_parser/input/blocking_queue.hpp"

namespace idn::parser {

/// Fills batches in a thread of its own while the caller works on those before: to read a capture takes about
/// as long as to measure it. A few batches go round, which bounds the memory and holds the thread back. The
/// caller gets the same batches, in the same order, as without a thread. Threads: one owner; what `fill` uses
/// is the thread's until next() has given null.
template <class Batch>
class ReadAhead {
 public:
  /// Gives the batch new contents; false where there is nothing more.
  using Fill = std::function<bool(Batch&)>;

  static constexpr std::size_t kBatches = 4;
  static bool helps() noexcept { return std::thread::hardware_concurrency() > 1; }

  /// @param in_thread else, or where the system has no thread left, next() fills the batches
  explicit ReadAhead(Fill fill, bool in_thread = helps()) : fill_(std::move(fill)) {
    if (!in_thread) return;
    for (std::size_t i = 0; i < kBatches; ++i) empty_.push(std::make_unique<Batch>());
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      // Slower, and all the same.
    }
  }
  /// Waits for the batch that is being filled.
  ~ReadAhead() {
    empty_.close();
    if (thread_.joinable()) thread_.join();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// Valid until the next call; null behind the last one. Throws what `fill` threw, behind all that came
  /// before.
  Batch* next() {
    if (!thread_.joinable()) return fill_(*current_) ? current_.get() : nullptr;
    empty_.push(std::move(current_));
    current_ = full_.pop();
    if (!current_ && failure_) std::rethrow_exception(failure_);
    return current_.get();
  }

 private:
  using BatchPtr = std::unique_ptr<Batch>;

  void run() noexcept {
    try {
      while (auto batch = empty_.pop()) {
        if (!fill_(*batch)) break;
        full_.push(std::move(batch));
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
    full_.close();
  }

  Fill fill_;
  BlockingQueue<Batch> empty_;
  BlockingQueue<Batch> full_;
  BatchPtr current_ = std::make_unique<Batch>();  ///< the caller's
  std::exception_ptr failure_;                    ///< not read before full_ is closed
  std::thread thread_;                            ///< last: it uses all the others
};

}  // namespace idn::parser
