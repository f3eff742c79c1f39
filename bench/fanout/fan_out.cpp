// SPDX-License-Identifier: MIT
#include "bench/fanout/fan_out.hpp"

#include <atomic>
#include <deque>

#include "bench/sample_pattern.hpp"
#include "cli/failure.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/stop_token.hpp"
#include "io/send/stream_loop.hpp"
#include "io/send/stream_socket.hpp"
#include "support/wave_session.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTick = 1ms;
/// Time before the measurement for the guards to settle; as much again is allowed for starting and stopping.
constexpr Duration kMargin = 500ms;
/// The ring of a session holds 80 ms, and the producer fills it every 10 ms: a delay of the producer does no
/// harm.
constexpr auto kProduce = 10ms;

std::vector<std::unique_ptr<test::WaveSession>> create_sessions(std::size_t count) {
  std::vector<std::unique_ptr<test::WaveSession>> sessions;
  for (std::size_t i = 0; i < count; ++i) {
    auto session = test::WaveSession::create({});
    sessions.push_back(std::move(session.value()));
  }
  return sessions;
}

/// One thread with its share of the streams.
class Loop {
 public:
  void add(stream::SenderSession& session, const Endpoint& receiver) {
    auto socket = io::StreamSocket::open(receiver, {.group = group_});
    if (!socket) throw cli::Failure(cli::kEnvironment, "cannot send on loopback: " + socket.error().message());
    loop_.add(session, *sockets_.emplace_back(*std::move(socket)), stats_.emplace_back());
  }

  void start(const FanOutOptions& options) {
    thread_ = jthread([this, &options](const stop_token& stop) {
      run({.lock_memory = true,
           .processors = options.processor ? std::vector{*options.processor} : std::vector<unsigned>{},
           .awake_processors = options.awake_processors},
          stop);
    });
  }
  void stop() { thread_.request_stop(); }
  void join() { thread_.join(); }

  double processor_percent() const { return processor_percent_; }
  Duration guard() const { return guard_; }
  bool has_stepped_down() const { return stepped_down_; }
  std::uint64_t system_calls() const {
    std::uint64_t calls = 0;
    for (const auto& socket : sockets_) calls += socket->stats().system_calls.value();
    return calls;
  }

 private:
  void run(const io::RealtimeOptions& wanted, const stop_token& stop) {
    io::RealtimeScope scope(wanted);
    io::MonotonicClock clock(io::WaitMode::Hybrid);
    const TimePoint begun = clock.now();
    const Duration before = io::thread_cpu_time();
    for (loop_.start(begun); loop_.step(clock);) {
      if (stop.stop_requested()) loop_.close();
      if (clock.is_overloaded() && !std::exchange(stepped_down_, true)) scope.yield_priority();
    }
    processor_percent_ = 100.0 * static_cast<double>((io::thread_cpu_time() - before).count()) /
                         static_cast<double>((clock.now() - begun).count());
    guard_ = clock.guard();
  }

  std::shared_ptr<io::SocketGroup> group_ = io::make_socket_group();
  std::vector<std::unique_ptr<io::StreamSocket>> sockets_;  ///< of each stream its own, as devices have it
  std::deque<io::DriverStats> stats_;
  io::StreamLoop loop_;
  double processor_percent_ = 0;
  Duration guard_{};
  bool stepped_down_ = false;
  jthread thread_;  ///< last: uses all of the above
};

/// Fills all sessions until a stop is requested.
void produce(std::span<const std::unique_ptr<test::WaveSession>> sessions, const stop_token& stop) {
  const auto samples = sample_pattern(8192);
  while (!stop.stop_requested()) {
    for (const auto& session : sessions) session->push(samples);
    std::this_thread::sleep_for(kProduce);
  }
}

}  // namespace

FanOutResult run_fan_out(const FanOutOptions& options) {
  const auto sessions = create_sessions(options.projectors);
  Sink sink(options.projectors, static_cast<std::size_t>((options.measured + 3 * kMargin) / kTick));
  std::deque<Loop> loops(std::min(options.loops, options.projectors));
  for (std::size_t i = 0; i < sessions.size(); ++i) loops[i % loops.size()].add(*sessions[i], sink.address(i));

  jthread producer([&](const stop_token& stop) { produce(sessions, stop); });
  std::this_thread::sleep_for(2 * kProduce);
  for (Loop& loop : loops) loop.start(options);
  std::this_thread::sleep_for(kMargin);
  if (options.on_begin) options.on_begin();
  const Duration from = io::since_1970();
  std::this_thread::sleep_for(options.measured);
  const Duration until = io::since_1970();
  if (options.on_end) options.on_end();
  for (Loop& loop : loops) loop.stop();
  for (Loop& loop : loops) loop.join();

  const auto arrivals = sink.finish();
  FanOutResult result{.figures = measure(arrivals, kTick, from, until),
                      .dropped_by_sink = sink.dropped(),
                      .guard = loops.front().guard()};
  for (const Loop& loop : loops) {
    result.processor_percent += loop.processor_percent();
    result.system_calls += loop.system_calls();
    result.stepped_down |= loop.has_stepped_down();
  }
  for (const auto& session : sessions) {
    result.late_ticks += session->stats().late_ticks.value();
    result.restarts += session->stats().reanchors.value();
    result.starved_samples += session->stats().starved_samples.value();
  }
  return result;
}

}  // namespace idn::bench
