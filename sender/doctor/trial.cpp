// SPDX-License-Identifier: MIT
#include "sender/doctor/trial.hpp"

#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>

#include "cli/failure.hpp"
#include "idn/io/stream_loop.hpp"
#include "idn/io/udp_transport.hpp"
#include "idn/stream/wave_session.hpp"

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

/// Forwards to another transport, and records the lateness of each send call.
class LatenessRecorder final : public io::Transport {
 public:
  LatenessRecorder(io::Transport& net, io::Clock& clock, std::vector<Duration>& late)
      : net_(net), clock_(clock), late_(late) {}

  std::error_code send(ConstBytes datagram) noexcept override { return net_.send(datagram); }
  std::error_code send_at(ConstBytes datagram, TimePoint departure) noexcept override {
    // Never allocates here; datagrams beyond the reserved room are not recorded.
    if (late_.size() < late_.capacity()) late_.push_back(clock_.now() - departure);
    return net_.send_at(datagram, departure);
  }
  std::size_t receive(MutableBytes buffer) noexcept override { return net_.receive(buffer); }

 private:
  io::Transport& net_;
  io::Clock& clock_;
  std::vector<Duration>& late_;
};

/// Holds samples for the whole trial, so that no producer can be late.
std::unique_ptr<stream::WaveSession> dark_stream(const TrialOptions& options) {
  const auto per_tick = static_cast<std::size_t>(options.tick * kRate / std::chrono::seconds(1));
  const auto all =
      static_cast<std::size_t>((options.settling + options.length) * kRate / std::chrono::seconds(1));
  stream::WaveConfig config{.packer = {.rate = {kRate}, .samples_per_packet = per_tick}};
  config.ring_capacity = all + 2 * per_tick;
  auto session = stream::WaveSession::create(config);
  if (!session) refuse(std::string(to_string(session.error().code)));
  (*session)->push(std::vector<LaserSample>(all));
  return std::move(*session);
}

io::RealtimeOptions realtime_options(const Setup& setup, io::WaitMode wait) {
  return {.priority = setup.scheduling != SchedulingClass::Ordinary && wait != io::WaitMode::Spin,
          .lock_memory = setup.lock_memory,
          .processor = setup.processor,
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

/// The same wait as that of idn_sender's tick threads.
void stream_until_end(stream::WaveSession& session, io::Transport& net, const TrialOptions& options,
                      const Setup& setup, std::vector<Duration>& late) {
  io::RealtimeScope scope(realtime_options(setup, options.wait));
  change_thread(setup);
  io::MonotonicClock clock(options.wait, setup.hint);
  LatenessRecorder recorder(net, clock, late);
  io::DriverStats stats;
  io::StreamLoop loop;
  loop.add(session, recorder, stats);
  const TimePoint begin = clock.now();
  loop.start(begin);
  while (clock.now() < begin + options.settling && loop.step(clock)) {
  }
  late.clear();
  while (clock.now() < begin + options.settling + options.length && loop.step(clock))
    if (clock.is_overloaded()) scope.yield_priority();
  const std::size_t counted = late.size();
  session.close();
  while (loop.step(clock)) {
  }
  late.resize(counted);
}

void bind_to(unsigned processor) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  sched_setaffinity(0, sizeof only, &only);
}

}  // namespace

std::vector<Duration> run_trial(const TrialOptions& options, const Setup& setup) {
  const DiscardingSocket sink;
  const auto net = io::UdpTransport::open("127.0.0.1", sink.port());
  if (!net) refuse(to_string(net.error()));
  const auto session = dark_stream(options);
  std::vector<Duration> late;
  late.reserve(static_cast<std::size_t>((options.settling + options.length) / options.tick) + 64);
  std::optional<IdleSpinner> spinner;
  if (setup.idle_spinner && setup.processor) spinner.emplace(*setup.processor);
  std::jthread([&] { stream_until_end(*session, **net, options, setup, late); }).join();
  return late;
}

std::vector<io::Grant> usual_grants(io::WaitMode wait) {
  std::vector<io::Grant> grants;
  std::jthread([&] { grants = io::RealtimeScope(realtime_options({}, wait)).grants(); }).join();
  return grants;
}

/// If the system refuses the idle class there is no spinner: in any other class it would take the processor
/// from other threads.
IdleSpinner::IdleSpinner(unsigned processor)
    : thread_([processor](const std::stop_token& stop) {
        const sched_param none{};
        if (sched_setscheduler(0, SCHED_IDLE, &none) != 0) return;
        bind_to(processor);
        while (!stop.stop_requested()) {
        }
      }) {}

}  // namespace idn::sender::doctor
