// SPDX-License-Identifier: MIT
#include "idn/io/realtime.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace idn::io {
namespace {

/// Above ordinary threads, below the kernel's own real-time threads.
constexpr int fifo_priority(RealtimeRole role) {
  return role == RealtimeRole::Sender ? 20 : 10;
}

std::string reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace

struct RealtimeScope::Saved {
  bool priority = false;
  int policy = SCHED_OTHER;
  sched_param parameters{};
  bool memory = false;
  bool slack = false;
  int slack_ns = 0;
  int latency_request = -1;

  Grant raise_priority(RealtimeRole role) {
    pthread_getschedparam(pthread_self(), &policy, &parameters);
    const sched_param raised{.sched_priority = fifo_priority(role)};
    const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &raised);
    priority = error == 0;
    return {"real-time priority", priority,
            priority ? "SCHED_FIFO " + std::to_string(fifo_priority(role))
                     : reason(error) + "; run as root, or allow it with \"ulimit -r\" or CAP_SYS_NICE"};
  }

  Grant lock_memory() {
#ifdef MCL_ONFAULT
    // On fault: what is touched stays, and stacks that are never used cost nothing.
    memory = mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
#else
    memory = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
#endif
    return {"memory lock", memory,
            memory ? "all pages" : reason(errno) + "; raise the limit with \"ulimit -l\""};
  }

  Grant sharpen_timers() {
#ifdef __linux__
    slack_ns = prctl(PR_GET_TIMERSLACK);
    // Newer kernels report no slack at all for a thread of the real-time class.
    if (slack_ns == 0) return {"timer slack", true, "0 ns"};
    slack = slack_ns > 0 && prctl(PR_SET_TIMERSLACK, 1UL) == 0;
    return {"timer slack", slack,
            slack ? "1 ns instead of " + std::to_string(slack_ns) + " ns" : reason(errno)};
#else
    return {"timer slack", false, "not a feature of this system"};
#endif
  }

  /// Processors that sleep deeply wake up late; a request for no latency keeps them awake enough.
  Grant keep_processors_awake() {
#ifdef __linux__
    latency_request = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
    const std::int32_t no_latency = 0;
    const bool asked =
        latency_request >= 0 && write(latency_request, &no_latency, sizeof no_latency) == sizeof no_latency;
    return {"CPU latency", asked,
            asked ? "0 us" : reason(errno) + "; needs write access to /dev/cpu_dma_latency"};
#else
    return {"CPU latency", false, "not a feature of this system"};
#endif
  }

  void yield_priority() noexcept {
    if (std::exchange(priority, false)) pthread_setschedparam(pthread_self(), policy, &parameters);
  }

  void restore() noexcept {
#ifdef __linux__
    if (latency_request >= 0) close(latency_request);
    if (slack) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_ns));
#endif
    if (memory) munlockall();
    yield_priority();
  }
};

RealtimeScope::RealtimeScope(bool priority, RealtimeRole role) : saved_(std::make_unique<Saved>()) {
  if (priority) grants_.push_back(saved_->raise_priority(role));
  grants_.push_back(saved_->lock_memory());
  grants_.push_back(saved_->sharpen_timers());
  grants_.push_back(saved_->keep_processors_awake());
}

void RealtimeScope::yield_priority() noexcept {
  saved_->yield_priority();
}

RealtimeScope::~RealtimeScope() {
  saved_->restore();
}

}  // namespace idn::io
