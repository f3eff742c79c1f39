// SPDX-License-Identifier: MIT
#include "io/platform/thread_priority.hpp"

#include <mach/mach.h>
#include <mach/mach_error.h>
#include <mach/mach_time.h>
#include <pthread.h>

#include <utility>

namespace idn::io::platform {
namespace {

/// Time constraint policy of a thread that wakes up every millisecond: within each period the kernel gives it
/// that computation time before other threads, as long as it does not need more.
constexpr std::uint64_t kPeriodNs = 1'000'000;
constexpr std::uint64_t kComputationNs = 300'000;
constexpr std::uint64_t kConstraintNs = 500'000;

std::uint32_t ticks(std::uint64_t nanoseconds) {
  mach_timebase_info_data_t base{};
  mach_timebase_info(&base);
  return static_cast<std::uint32_t>(nanoseconds * base.denom / base.numer);
}

thread_port_t this_thread() {
  return pthread_mach_thread_np(pthread_self());
}

}  // namespace

struct ThreadPriority::State {
  bool is_raised = false;
};

ThreadPriority::ThreadPriority() : state_(std::make_unique<State>()) {}

ThreadPriority::~ThreadPriority() {
  restore();
}

/// Receivers keep their priority: what arrives is buffered.
Grant ThreadPriority::raise(RealtimeRole role) {
  if (role == RealtimeRole::Receiver) return {"real-time priority", false, "kept for senders"};
  thread_time_constraint_policy_data_t policy{ticks(kPeriodNs), ticks(kComputationNs), ticks(kConstraintNs), 1};
  const kern_return_t result =
      thread_policy_set(this_thread(), THREAD_TIME_CONSTRAINT_POLICY,
                        reinterpret_cast<thread_policy_t>(&policy), THREAD_TIME_CONSTRAINT_POLICY_COUNT);
  state_->is_raised = result == KERN_SUCCESS;
  return {"real-time priority", state_->is_raised,
          state_->is_raised ? "time constraint of 0.5 ms" : mach_error_string(result)};
}

void ThreadPriority::restore() noexcept {
  if (!std::exchange(state_->is_raised, false)) return;
  thread_standard_policy_data_t policy{};
  thread_policy_set(this_thread(), THREAD_STANDARD_POLICY, reinterpret_cast<thread_policy_t>(&policy),
                    THREAD_STANDARD_POLICY_COUNT);
}

}  // namespace idn::io::platform
