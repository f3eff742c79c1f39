// SPDX-License-Identifier: MIT
#include "idn/client/engine.hpp"

#include <algorithm>
#include <utility>

#include "client/content/callback_scope.hpp"
#include "client/content/filler.hpp"
#include "client/engine/engine_state.hpp"
#include "client/engine/open_engines.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "io/platform/thread_setup.hpp"

namespace idn::client {
namespace {

/// Polling interval of functions that wait for a tick thread, which never signals other threads.
constexpr auto kPoll = std::chrono::microseconds(200);

/// Polling interval of events for EngineOptions::on_event.
constexpr Duration kEventInterval = std::chrono::milliseconds(20);
/// Most events per poll, so that drive() returns soon.
constexpr std::size_t kMostEvents = 64;

}  // namespace

Engine::State::State(const EngineOptions& wanted) : options(wanted) {
  const unsigned count = options.manual ? 1 : std::clamp(options.threads, 1U, 64U);
  for (unsigned i = 0; i < count; ++i) threads.emplace_back(options, i);
  if (options.on_event && !options.manual)
    messenger = jthread([this](const stop_token& stop) {
      io::platform::set_up_thread("idn events");
      for (; !stop.stop_requested(); events.wait(stop, kEventInterval)) deliver_events(kMostEvents);
    });
}

void Engine::State::deliver_events(std::size_t most) {
  const CallbackScope inside(this);
  for (; most > 0; --most) {
    if (has_fault.load(std::memory_order_acquire)) return;
    const auto event = events.poll();
    if (!event) return;
    if (auto thrown = guarded_call("on_event", [&] { options.on_event(*event); })) {
      const std::lock_guard lock(mutex);
      fault = std::move(thrown);
      has_fault.store(true, std::memory_order_release);
    }
  }
}

Result<void> Engine::State::attach(io::AttachedStream& stream) {
  const std::lock_guard lock(mutex);
  if (is_closed) return fail(Errc::Closed, "the engine is closed", "keep it as long as its devices");
  if (std::ranges::min_element(threads, {}, &TickThread::streams)->attach(stream)) return {};
  return fail(Errc::TooMany, "the engine takes no more devices", "close some, or give it more threads");
}

void Engine::State::adopt(std::shared_ptr<void> device) {
  const std::lock_guard lock(mutex);
  abandoned.push_back(std::move(device));
}

std::vector<TickThreadStatus> Engine::State::status() const {
  const std::lock_guard lock(mutex);
  std::vector<TickThreadStatus> all;
  all.reserve(threads.size());
  for (const TickThread& thread : threads) all.push_back(thread.status());
  return all;
}

bool Engine::State::await_end(const io::AttachedStream& stream, TimePoint until) {
  while (!stream.has_ended()) {
    if (io::monotonic_now() >= until) return false;
    if (options.manual) drive_streams();
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

void Engine::State::close() {
  end_streams(kNever);
  claims.clear();
  messenger = {};  // without the lock: on_event may be opening a device
  std::vector<std::shared_ptr<void>> left;
  {
    const std::lock_guard lock(mutex);
    left = std::exchange(abandoned, {});
  }
  left.clear();
  if (options.on_event) deliver_events(EventHub::kMost);
}

/// Does not block on the lock: at the end of the process the thread that holds it may be gone.
bool Engine::State::end_streams(TimePoint until) {
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock()) {
    if (io::monotonic_now() >= until) return false;
    std::this_thread::sleep_for(kPoll);
  }
  is_closed = true;
  for (TickThread& thread : threads) thread.close_streams();
  for (TickThread& thread : threads)
    while (thread.streams() > 0) {
      if (io::monotonic_now() >= until) return false;
      if (options.manual) drive_streams();
      std::this_thread::sleep_for(kPoll);
    }
  return true;
}

/// One thread after the other, two ticks each; receivers not reached in time close by their link time-out.
void Engine::State::close_abandoned(TimePoint until) noexcept {
  for (TickThread& thread : threads) thread.close_abandoned(until);
}

/// Does nothing while another call, of any thread, is in progress.
TimePoint Engine::State::drive_streams() {
  if (driven.test_and_set(std::memory_order_acquire)) return io::monotonic_now();
  const TimePoint next = threads.front().drive();
  driven.clear(std::memory_order_release);
  return next;
}

void Engine::State::add(Filler& filler) {
  const std::lock_guard lock(mutex);
  fillers.push_back(&filler);
}

void Engine::State::remove(const Filler& filler) {
  const std::lock_guard lock(mutex);
  std::erase(fillers, &filler);
}

TimePoint Engine::State::drive() {
  if (!options.manual) return kNever;
  std::vector<Filler*> asked;
  {
    const std::lock_guard lock(mutex);
    asked = fillers;
  }
  TimePoint next = kNever;
  for (Filler* const filler : asked) next = std::min(next, filler->ask());
  next = std::min(next, drive_streams());
  if (const TimePoint now = io::monotonic_now(); options.on_event && now >= next_look) {
    next_look = now + kEventInterval;
    deliver_events(kMostEvents);
  }
  return next;
}

Engine::Engine(const EngineOptions& options) : state_(std::make_shared<State>(options)) {
  OpenEngines::all().add(state_);
}

Engine::~Engine() {
  if (!state_) return;
  if (state_->home.is_here())
    state_->close();
  else
    platform::leave(std::move(state_));
}

Engine::Engine(Engine&& other) noexcept = default;

Engine& Engine::operator=(Engine&& other) noexcept {
  if (this != &other) {
    if (state_) state_->close();
    state_ = std::move(other.state_);
  }
  return *this;
}

std::vector<TickThreadStatus> Engine::status() const {
  return state_->status();
}

std::optional<Event> Engine::poll_event() {
  const bool are_delivered = state_->options.on_event && !state_->has_fault.load(std::memory_order_acquire);
  return are_delivered ? std::nullopt : state_->events.poll();
}

std::optional<Error> Engine::fault() const {
  const std::lock_guard lock(state_->mutex);
  return state_->fault;
}

TimePoint Engine::drive() {
  return state_->drive();
}

}  // namespace idn::client
