// SPDX-License-Identifier: MIT
#include "io/platform/thread_priority.hpp"

#include <pthread.h>
#include <sched.h>

#include <system_error>
#include <utility>

namespace idn::io::platform {
namespace {

/// SCHED_FIFO priority, 1 to 99: above ordinary threads, below the kernel's own real-time threads.
constexpr int fifo_priority(RealtimeRole role) {
  return role == RealtimeRole::Sender ? 20 : 10;
}

}  // namespace

struct ThreadPriority::State {
  bool is_raised = false;
  int policy = SCHED_OTHER;
  sched_param parameters{};
};

ThreadPriority::ThreadPriority() : state_(std::make_unique<State>()) {}

ThreadPriority::~ThreadPriority() {
  restore();
}

Grant ThreadPriority::raise(RealtimeRole role) {
  pthread_getschedparam(pthread_self(), &state_->policy, &state_->parameters);
  sched_param raised{};
  raised.sched_priority = fifo_priority(role);
  const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &raised);
  state_->is_raised = error == 0;
  return {"real-time priority", state_->is_raised,
          state_->is_raised ? "SCHED_FIFO " + std::to_string(raised.sched_priority)
                            : std::generic_category().message(error) +
                                  "; join the group idn-realtime of the package idn-tools and log in again, or "
                                  "raise the limit with \"ulimit -r\""};
}

void ThreadPriority::restore() noexcept {
  if (std::exchange(state_->is_raised, false))
    pthread_setschedparam(pthread_self(), state_->policy, &state_->parameters);
}

}  // namespace idn::io::platform
