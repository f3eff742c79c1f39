// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <optional>
#include <vector>

#include "idn/io/now.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/stop_token.hpp"
#include "io/receive/unit_socket_state.hpp"

namespace idn::io {
namespace {

namespace asio = boost::asio;

/// Limit of completion handlers per turn(), so that a flood cannot keep that from returning.
constexpr int kCompletionsPerTurn = 64;
/// Limit of drain(): 65 536 datagrams, more than the receive buffer that a UnitSocket asks for can hold.
constexpr int kTurnsToDrain = 64;

bool is_drained(UnitWatch& watch) {
  for (int i = 0; i < kTurnsToDrain; ++i)
    if (watch.drain()) return true;
  return false;
}

}  // namespace

struct UnitLoop::State {
  asio::io_context context;
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  asio::steady_timer alarm{context};
  std::optional<TimePoint> alarmed;  ///< when `alarm` ends a turn
  bool was_moved = false;            ///< what completed was the wait for the former time of `alarm`
  std::vector<std::weak_ptr<UnitWatch>> watches;
  std::error_code failure;

  void add(const std::shared_ptr<UnitWatch>& watch) {
    std::erase_if(watches, [](const auto& known) { return known.expired(); });
    watches.push_back(watch);
  }

  /// Does nothing if the timer is already set to this time.
  void set_alarm(TimePoint at) {
    if (at == kNever || at == alarmed) return;
    alarmed = at;
    alarm.expires_at(std::chrono::steady_clock::time_point(at.time_since_epoch()));
    alarm.async_wait([this](boost::system::error_code error) {
      was_moved = error == asio::error::operation_aborted;
      if (!error) alarmed.reset();
    });
  }

  bool is_busy() const {
    return std::ranges::any_of(watches, [](const auto& known) {
      const auto watch = known.lock();
      return watch && watch->is_busy();
    });
  }
};

UnitLoop::UnitLoop() : state_(std::make_unique<State>()) {}
UnitLoop::~UnitLoop() = default;

template <class Recipient>
void UnitLoop::add(UnitSocket& socket, Recipient& recipient) {
  UnitSocket::State& own = *socket.state_;
  own.watch = std::make_shared<UnitWatch>(socket, recipient, state_->context, state_->failure);
  state_->add(own.watch);
  own.for_each_socket([&](auto& readable) { own.watch->watch(readable); });
  own.watch->watch_deadline();
}

void UnitLoop::serve(UnitSocket& socket, stream::Receiver& receiver) {
  add(socket, receiver);
}

void UnitLoop::serve(UnitSocket& socket, UnitHandler& handler) {
  add(socket, handler);
}

std::error_code UnitLoop::run(const stop_token& stop) {
  const stop_callback on_stop(stop, [this] { this->stop(); });
  MonotonicClock clock(WaitMode::Sleep);
  while (!is_stopped()) {
    if (const std::error_code error = turn(kNever)) return error;
    if (state_->is_busy()) clock.wait_until(clock.now() + kRest);
  }
  return {};
}

void UnitLoop::stop() noexcept {
  state_->context.stop();
}

bool UnitLoop::is_stopped() const noexcept {
  return state_->context.stopped();
}

std::error_code UnitLoop::turn(TimePoint until) {
  if (is_stopped()) return state_->failure;  // Windows would still run handlers that are ready
  if (state_->context.poll_one() == 0 && monotonic_now() < until) {
    state_->set_alarm(until);
    do {
      state_->was_moved = false;
      state_->context.run_one();
    } while (state_->was_moved);
  }
  for (int i = 1; i < kCompletionsPerTurn && state_->context.poll_one() > 0; ++i) {
  }
  return state_->failure;
}

bool UnitLoop::drain() {
  bool has_all = true;
  for (const auto& known : state_->watches)
    if (const auto watch = known.lock()) has_all = is_drained(*watch) && has_all;
  return has_all;
}

void UnitLoop::post(std::function<void()> task) {
  asio::post(state_->context, std::move(task));
}

void UnitLoop::call_at(TimePoint at, std::function<void()> task) {
  const auto timer = std::make_shared<asio::steady_timer>(
      state_->context, std::chrono::steady_clock::time_point(at.time_since_epoch()));
  timer->async_wait([timer, task = std::move(task)](boost::system::error_code error) {
    if (!error) task();
  });
}

asio::io_context& UnitLoop::context() noexcept {
  return state_->context;
}

}  // namespace idn::io
