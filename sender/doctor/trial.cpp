// SPDX-License-Identifier: MIT
#include "sender/doctor/trial.hpp"

#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <memory>

#include "cli/failure.hpp"
#include "idn/client/devices.hpp"
#include "idn/stop_token.hpp"

namespace idn::sender::doctor {
namespace {

constexpr std::uint32_t kRate = 100'000;

[[noreturn]] void refuse(const std::string& cause) {
  throw cli::Failure(cli::kEnvironment, "cannot send on loopback: " + cause);
}

/// Datagrams to it cost what they cost, and are dropped when it is full.
class DiscardingSocket {
 public:
  DiscardingSocket() : descriptor_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (descriptor_ < 0 || bind(descriptor_, generic, length) != 0 ||
        getsockname(descriptor_, generic, &length) != 0) {
      if (descriptor_ >= 0) close(descriptor_);
      refuse("no socket is available; close other programs");
    }
    port_ = ntohs(address.sin_port);
  }
  ~DiscardingSocket() { close(descriptor_); }
  DiscardingSocket(const DiscardingSocket&) = delete;
  DiscardingSocket& operator=(const DiscardingSocket&) = delete;

  std::uint16_t port() const noexcept { return port_; }

 private:
  int descriptor_;
  std::uint16_t port_ = 0;
};

io::RealtimeOptions realtime_options(const Setup& setup, io::WaitMode wait) {
  return {.priority = setup.scheduling != SchedulingClass::Ordinary && wait != io::WaitMode::Spin,
          .lock_memory = setup.lock_memory,
          .processors = setup.processors(),
          .fine_timers = setup.timer_slack == Duration{0},
          .awake_processors = setup.awake_processors};
}

/// Scheduling that RealtimeScope does not offer. Affects this thread only, which ends with the trial.
void change_thread(const Setup& setup) {
  if (setup.timer_slack > Duration{0})
    prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(setup.timer_slack.count()));
  int policy = 0;
  sched_param parameters{};
  if (setup.scheduling != SchedulingClass::RoundRobin ||
      pthread_getschedparam(pthread_self(), &policy, &parameters) != 0 || policy != SCHED_FIFO)
    return;
  pthread_setschedparam(pthread_self(), SCHED_RR, &parameters);
}

/// Streams as a tick thread does, with its wait.
void stream_for(Duration time, client::Engine& engine, io::MonotonicClock& clock, io::RealtimeScope& scope) {
  for (const TimePoint end = clock.now() + time; clock.now() < end;) {
    clock.wait_until(std::min(engine.drive(), end));
    if (clock.is_overloaded()) scope.yield_priority();
  }
}

void bind_to(unsigned processor) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  sched_setaffinity(0, sizeof only, &only);
}

}  // namespace

std::vector<Duration> stream_dark(const std::string& target, const TrialOptions& options, const Setup& setup) {
  // Twice as many as are sent on time, for those that catch up and the acknowledges that are asked for.
  const auto log = std::make_shared<io::SendLog>(
      2 * static_cast<std::size_t>((options.settling + options.length) / options.tick) + 64);
  client::Engine engine({.manual = true, .expert = {.send_log = log}});
  client::Devices devices(engine, client::Search::Off);
  auto device = devices.open(
      target,
      {.rate = kRate, .hold = Duration::max(), .datagrams = {.time = options.tick}, .dark_before_close = {}});
  if (!device) refuse(device.error().message());
  if (const auto shown = device->show(std::vector<LaserSample>(kRate / 100)); !shown)
    refuse(shown.error().message());
  io::RealtimeScope scope(realtime_options(setup, options.wait));
  change_thread(setup);
  io::MonotonicClock clock(options.wait, setup.hint);
  stream_for(options.settling, engine, clock, scope);
  const TimePoint settled = clock.now();
  stream_for(options.length, engine, clock, scope);
  std::vector<Duration> late;
  while (const auto sent = log->take())
    if (sent->due >= settled) late.push_back(sent->called - sent->due);
  return late;
}

std::vector<Duration> run_trial(const TrialOptions& options, const Setup& setup) {
  const DiscardingSocket sink;
  std::optional<IdleSpinner> spinner;
  if (setup.idle_spinner && setup.processor) spinner.emplace(*setup.processor);
  // On a thread of its own, which takes its scheduling with it when it ends.
  return std::async(std::launch::async, stream_dark, "127.0.0.1:" + std::to_string(sink.port()), options, setup)
      .get();
}

std::vector<io::Grant> usual_grants(io::WaitMode wait, Direction direction) {
  std::vector<io::Grant> grants;
  io::RealtimeOptions options = realtime_options({}, wait);
  if (direction == Direction::Receive) options.role = io::RealtimeRole::Receiver;
  jthread([&] { grants = io::RealtimeScope(options).grants(); }).join();
  return grants;
}

/// If the system refuses the idle class there is no spinner: in any other class it would take the processor
/// from other threads.
IdleSpinner::IdleSpinner(unsigned processor)
    : thread_([processor](const stop_token& stop) {
        const sched_param none{};
        if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) return;
        bind_to(processor);
        while (!stop.stop_requested()) {
        }
      }) {}

}  // namespace idn::sender::doctor
