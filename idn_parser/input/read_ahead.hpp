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

/// Producer thread: fills batches while the caller processes earlier ones, since reading a capture takes about
/// as long as measuring it. A fixed pool of batches is recycled, which bounds memory and gives back-pressure.
/// The caller gets the same batches, in the same order, as without a thread. Threads: one owner; whatever
/// `fill` uses belongs to the producer thread until next() has returned null.
template <class Batch>
class ReadAhead {
 public:
  /// Replaces the contents of the batch; false at the end of the input.
  using Fill = std::function<bool(Batch&)>;

  static constexpr std::size_t kBatches = 4;
  /// Whether there is more than one core to run on.
  static bool helps() noexcept { return std::thread::hardware_concurrency() > 1; }

  /// @param in_thread false: next() fills the batches itself; so it does if no thread can be created
  explicit ReadAhead(Fill fill, bool in_thread = helps()) : fill_(std::move(fill)) {
    if (!in_thread) return;
    for (std::size_t i = 0; i < kBatches; ++i) empty_.push(std::make_unique<Batch>());
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      // Without the thread next() fills the batches: slower, with the same result.
    }
  }
  /// Waits for the batch that is being filled.
  ~ReadAhead() {
    empty_.close();
    if (thread_.joinable()) thread_.join();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// The next batch, valid until the next call; null after the last one. If `fill` threw, the batches filled
  /// before that come first, then the exception is rethrown.
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
  BatchPtr current_ = std::make_unique<Batch>();  ///< the one that next() returned
  std::exception_ptr failure_;                    ///< set by the thread before it closes full_, read after that
  std::thread thread_;                            ///< must stay last: it uses all other members
};

}  // namespace idn::parser
