// SPDX-License-Identifier: MIT
#include "c/handles.hpp"

#include <thread>
#include <utility>

#include "c/call.hpp"
#include "client/engine/engine_state.hpp"
#include "idn/client/engine.hpp"
#include "idn/io/now.hpp"

namespace idn::c {
namespace {

std::atomic<int> in_progress{0};
std::atomic<bool> has_ended{false};
thread_local const void* callback_of = nullptr;  ///< the handle whose callback this thread is in, or null

/// Waits for calls in progress. False if one does not return within a second: the runtime of its language never
/// resumes its thread, or exit() was called from within a callback.
bool await_calls() {
  const TimePoint until = io::monotonic_now() + std::chrono::seconds(1);
  while (in_progress.load() != 0) {
    if (io::monotonic_now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

InProgress::InProgress() noexcept {
  in_progress.fetch_add(1);
  runs_ = !has_ended.load();
}

InProgress::~InProgress() {
  in_progress.fetch_sub(1);
}

InCallback::InCallback(const void* of) noexcept : outer_(std::exchange(callback_of, of)) {}

InCallback::~InCallback() {
  callback_of = outer_;
}

bool InCallback::is_any() noexcept {
  return callback_of != nullptr;
}

bool InCallback::is_of(const void* handle) noexcept {
  return callback_of == handle;
}

/// Never destroyed, since calls may still be in progress at the end of the process.
Handles& Handles::all() {
  static Handles* const handles = new Handles;
  static const client::ProcessEnd end([]() noexcept { handles->end(); });
  return *handles;
}

/// Closes the engines, which blanks their devices; if a thread is in idn_engine_drive(), only when that call
/// has returned. Then frees all handles. Frees none if a call is still in progress after a second.
void Handles::end() {
  has_ended.store(true);
  {
    const std::lock_guard lock(mutex_);
    for (const auto& engine : engines_)
      if (!engine->driving.test_and_set()) engine->engine.state()->close();
  }
  if (!await_calls()) return;
  devices_.clear();
  receivers_.clear();
  engines_.clear();
}

}  // namespace idn::c
