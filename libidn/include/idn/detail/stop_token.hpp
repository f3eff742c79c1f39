// SPDX-License-Identifier: MIT
// What the project uses of <stop_token>, and of <thread> and <condition_variable> with it, for standard
// libraries without it (libc++ before version 20). Behaves as [thread.stoptoken] says.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

namespace idn::detail {

struct StopCallbackBase {
  StopCallbackBase() = default;
  StopCallbackBase(const StopCallbackBase&) = delete;
  StopCallbackBase& operator=(const StopCallbackBase&) = delete;
  virtual void call() noexcept = 0;

  // Links of the list of callbacks, used by StopState, so that it needs no heap.
  StopCallbackBase* next = nullptr;
  StopCallbackBase* previous = nullptr;
  bool is_listed = false;

 protected:
  ~StopCallbackBase() = default;
};

/// What a source shares with its tokens and callbacks.
class StopState {
 public:
  bool is_requested() const noexcept { return requested_.load(std::memory_order_acquire); }

  bool request() noexcept {
    std::unique_lock lock(mutex_);
    if (requested_.exchange(true, std::memory_order_acq_rel)) return false;
    caller_ = std::this_thread::get_id();
    while (first_ != nullptr) {
      running_ = first_;
      unlink(*running_);
      lock.unlock();
      running_->call();
      lock.lock();
      running_ = nullptr;
      has_returned_.notify_all();
    }
    return true;
  }

  void add(StopCallbackBase& callback) {
    {
      const std::lock_guard lock(mutex_);
      if (!is_requested()) return link(callback);
    }
    callback.call();
  }

  /// Waits until a callback that runs on another thread has returned.
  void remove(StopCallbackBase& callback) noexcept {
    std::unique_lock lock(mutex_);
    if (callback.is_listed) unlink(callback);
    if (caller_ == std::this_thread::get_id()) return;
    has_returned_.wait(lock, [&] { return running_ != &callback; });
  }

 private:
  void link(StopCallbackBase& callback) noexcept {
    callback.next = first_;
    if (first_ != nullptr) first_->previous = &callback;
    first_ = &callback;
    callback.is_listed = true;
  }
  void unlink(StopCallbackBase& callback) noexcept {
    (callback.previous != nullptr ? callback.previous->next : first_) = callback.next;
    if (callback.next != nullptr) callback.next->previous = callback.previous;
    callback.next = callback.previous = nullptr;
    callback.is_listed = false;
  }

  std::atomic<bool> requested_{false};
  std::mutex mutex_;
  std::condition_variable has_returned_;
  StopCallbackBase* first_ = nullptr;
  StopCallbackBase* running_ = nullptr;
  std::thread::id caller_;
};

class stop_source;

/// As std::stop_token.
class stop_token {
 public:
  stop_token() = default;
  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_->is_requested(); }
  [[nodiscard]] bool stop_possible() const noexcept { return state_ != nullptr; }

 private:
  friend class stop_source;
  template <class Callback>
  friend class stop_callback;
  explicit stop_token(std::shared_ptr<StopState> state) : state_(std::move(state)) {}

  std::shared_ptr<StopState> state_;
};

/// As std::stop_source.
class stop_source {
 public:
  [[nodiscard]] stop_token get_token() const noexcept { return stop_token(state_); }
  [[nodiscard]] bool stop_requested() const noexcept { return state_ && state_->is_requested(); }
  bool request_stop() noexcept { return state_ && state_->request(); }

 private:
  std::shared_ptr<StopState> state_ = std::make_shared<StopState>();
};

/// As std::stop_callback.
template <class Callback>
class stop_callback final : StopCallbackBase {
 public:
  template <class Argument>
  stop_callback(const stop_token& token, Argument&& callback)
      : callback_(std::forward<Argument>(callback)), state_(token.state_) {
    if (state_) state_->add(*this);
  }
  ~stop_callback() {
    if (state_) state_->remove(*this);
  }

 private:
  void call() noexcept override { callback_(); }

  Callback callback_;
  std::shared_ptr<StopState> state_;
};
template <class Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

/// As std::jthread.
class jthread {
 public:
  jthread() = default;
  template <class Function, class... Arguments>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, jthread>)
  explicit jthread(Function&& function, Arguments&&... arguments) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>, stop_token, std::decay_t<Arguments>...>) {
      thread_ = std::thread(std::forward<Function>(function), stop_.get_token(),
                            std::forward<Arguments>(arguments)...);
    } else {
      thread_ = std::thread(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
    }
  }
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    if (this != &other) {
      end();
      stop_ = std::move(other.stop_);
      thread_ = std::move(other.thread_);
    }
    return *this;
  }
  ~jthread() { end(); }

  bool joinable() const noexcept { return thread_.joinable(); }
  void join() { thread_.join(); }
  void detach() { thread_.detach(); }
  [[nodiscard]] std::thread::id get_id() const noexcept { return thread_.get_id(); }
  [[nodiscard]] std::thread::native_handle_type native_handle() { return thread_.native_handle(); }
  [[nodiscard]] stop_token get_stop_token() const noexcept { return stop_.get_token(); }
  bool request_stop() noexcept { return stop_.request_stop(); }

 private:
  void end() noexcept {
    if (!joinable()) return;
    request_stop();
    join();
  }

  stop_source stop_;
  std::thread thread_;
};

/// As std::condition_variable_any.
class condition_variable_any {
 public:
  void notify_one() noexcept {
    const std::lock_guard inner(mutex_);
    condition_.notify_one();
  }
  void notify_all() noexcept {
    const std::lock_guard inner(mutex_);
    condition_.notify_all();
  }

  template <class Lock, class Predicate>
  bool wait(Lock& lock, const stop_token& stop, Predicate predicate) {
    return wait_by(lock, stop, predicate, [this](auto& inner) {
      condition_.wait(inner);
      return true;
    });
  }
  template <class Lock, class Duration, class Predicate>
  bool wait_for(Lock& lock, const stop_token& stop, const Duration& time, Predicate predicate) {
    return wait_until(lock, stop, std::chrono::steady_clock::now() + time, predicate);
  }
  template <class Lock, class TimePoint, class Predicate>
  bool wait_until(Lock& lock, const stop_token& stop, const TimePoint& end, Predicate predicate) {
    return wait_by(lock, stop, predicate, [&](auto& inner) {
      return condition_.wait_until(inner, end) == std::cv_status::no_timeout;
    });
  }

 private:
  template <class Lock, class Predicate, class Wait>
  bool wait_by(Lock& lock, const stop_token& stop, Predicate& predicate, Wait wait_once) {
    const stop_callback wake(stop, [this] { notify_all(); });
    while (!predicate()) {
      // Locked before `lock` is released, so that no notification in between is lost.
      std::unique_lock inner(mutex_);
      if (stop.stop_requested()) return false;
      lock.unlock();
      const bool goes_on = wait_once(inner);
      inner.unlock();
      lock.lock();
      if (!goes_on) return predicate();
    }
    return true;
  }

  std::condition_variable condition_;
  std::mutex mutex_;
};

}  // namespace idn::detail
