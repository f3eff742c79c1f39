// SPDX-License-Identifier: MIT
#include "io/platform/system_requests.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace idn::io::platform {
namespace {

constexpr std::size_t kPage = 4096;
/// Octets of stack that are touched: more than a tick loop uses.
constexpr std::size_t kStack = std::size_t{64} * 1024;

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// Number of scopes that hold the memory lock. It is one for the process, so the last of them undoes it.
std::atomic<int> memory_locks{0};

/// The kernel maps a page of the stack when it is first used; touched in advance, so that no wake-up has a page
/// fault.
[[gnu::noinline]] void touch_stack() noexcept {
  std::array<volatile char, kStack> stack;
  for (std::size_t i = 0; i < kStack; i += kPage) stack[i] = 0;
}

}  // namespace

struct SystemRequests::State {
  bool has_locked_memory = false;
  int slack_before = 0;  ///< in ns; 0: nothing was changed
  int latency_request = -1;

  ~State();
  Grant lock_memory();
  Grant reduce_timer_slack();
  Grant keep_processors_awake();
};

SystemRequests::State::~State() {
#ifdef __linux__
  if (latency_request >= 0) close(latency_request);
  if (slack_before > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_before));
#endif
  if (has_locked_memory && --memory_locks == 0) munlockall();
}

Grant SystemRequests::State::lock_memory() {
#ifdef MCL_ONFAULT
  // MCL_ONFAULT: locks pages when they are first used, so that stacks that are never used cost nothing.
  has_locked_memory = mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0;
#else
  has_locked_memory = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
#endif
  if (has_locked_memory) ++memory_locks;
  const std::string refusal =
      reason(errno) +
      "; join the group idn-realtime of the package idn-tools and log in again, or raise the limit "
      "with \"ulimit -l\"";
  return {"memory lock", has_locked_memory, has_locked_memory ? "all pages" : refusal};
}

#ifdef __linux__
Grant SystemRequests::State::reduce_timer_slack() {
  const int slack = prctl(PR_GET_TIMERSLACK);
  // Newer kernels report no slack at all for a thread of the real-time class.
  if (slack == 0) return {"timer slack", true, "0 ns"};
  if (slack < 0 || prctl(PR_SET_TIMERSLACK, 1UL) != 0) return {"timer slack", false, reason(errno)};
  slack_before = slack;
  return {"timer slack", true, "1 ns instead of " + std::to_string(slack) + " ns"};
}

/// A latency request of 0 keeps processors out of deep idle states, which delay wake-ups.
Grant SystemRequests::State::keep_processors_awake() {
  latency_request = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
  const std::int32_t no_latency = 0;
  const bool asked =
      latency_request >= 0 && write(latency_request, &no_latency, sizeof no_latency) == sizeof no_latency;
  return {"CPU latency", asked,
          asked ? "0 us" : reason(errno) + "; needs write access to /dev/cpu_dma_latency"};
}
#else
Grant SystemRequests::State::reduce_timer_slack() {
  return {"timer slack", false, "not a feature of this system"};
}

Grant SystemRequests::State::keep_processors_awake() {
  return {"CPU latency", false, "not a feature of this system"};
}
#endif

SystemRequests::SystemRequests() : state_(std::make_unique<State>()) {}
SystemRequests::~SystemRequests() = default;

std::vector<Grant> SystemRequests::make(const RealtimeOptions& options) {
  touch_stack();
  std::vector<Grant> grants;
  if (options.lock_memory) grants.push_back(state_->lock_memory());
  if (options.fine_timers) grants.push_back(state_->reduce_timer_slack());
  if (options.awake_processors) grants.push_back(state_->keep_processors_awake());
  return grants;
}

}  // namespace idn::io::platform
