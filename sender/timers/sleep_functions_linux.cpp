// SPDX-License-Identifier: MIT
#include <poll.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <memory>

#include "idn/io/now.hpp"
#include "sender/timers/sleep_functions.hpp"

namespace idn::sender {
namespace {

timespec to_timespec(Duration time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {.tv_sec = seconds.count(), .tv_nsec = (time - seconds).count()};
}

void poll_until(TimePoint deadline) {
  for (;;) {
    const Duration left = deadline - io::monotonic_now();
    if (left <= Duration{0}) return;
    const timespec time = to_timespec(left);
    ::ppoll(nullptr, 0, &time, nullptr);
  }
}

/// A timer that an event loop watches.
class TimerFile {
 public:
  TimerFile() {
    epoll_event event{};
    event.events = EPOLLIN;
    ::epoll_ctl(events_, EPOLL_CTL_ADD, timer_, &event);
  }
  ~TimerFile() {
    ::close(events_);
    ::close(timer_);
  }
  TimerFile(const TimerFile&) = delete;
  TimerFile& operator=(const TimerFile&) = delete;

  void sleep_until(TimePoint deadline) const {
    const itimerspec time{.it_interval = {}, .it_value = to_timespec(deadline.time_since_epoch())};
    ::timerfd_settime(timer_, TFD_TIMER_ABSTIME, &time, nullptr);
    epoll_event event;
    while (::epoll_wait(events_, &event, 1, -1) < 0 && errno == EINTR) {
    }
    std::uint64_t expirations = 0;
    if (::read(timer_, &expirations, sizeof expirations) < 0) return;
  }

 private:
  int timer_ = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  int events_ = ::epoll_create1(EPOLL_CLOEXEC);
};

}  // namespace

std::vector<SleepFunction> system_sleep_functions() {
  return {{"ppoll", poll_until},
          {"timerfd with epoll",
           [timer = std::make_shared<TimerFile>()](TimePoint deadline) { timer->sleep_until(deadline); }}};
}

}  // namespace idn::sender
