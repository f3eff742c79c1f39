// SPDX-License-Identifier: MIT
#include "bench/dark/round.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <deque>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "e2e/process.hpp"
#include "idn/io/now.hpp"

namespace idn::bench {
namespace {

/// Lit datagrams before each call: enough to fill the buffer of the receiver.
constexpr std::size_t kMinLitBefore = 100;
/// After so many dark datagrams no lit one is expected.
constexpr std::size_t kMinDarkAfter = 50;
/// Rounds that may wait for a link time-out at the same time.
constexpr std::size_t kMaxConcurrentRounds = 8;

/// A pipe to the standard input of the application; closing the write end makes the application end its light.
class ParentPipe {
 public:
  ParentPipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  ~ParentPipe() {
    for (int& end : ends_) close_end(end);
  }
  ParentPipe(const ParentPipe&) = delete;
  ParentPipe& operator=(const ParentPipe&) = delete;

  int read_end() const noexcept { return ends_[0]; }
  void close_read_end() noexcept { close_end(ends_[0]); }
  void close_write_end() noexcept { close_end(ends_[1]); }

 private:
  static void close_end(int& end) noexcept {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends_{-1, -1};
};

/// Whether it was dark before the call already, since the application was late with its samples.
bool was_dark_before(const DarkRound& round) {
  const auto dark = round.seen.first_dark();
  return dark && *dark < round.called;
}

class RunningRound {
 public:
  RunningRound(const EndMethod& method, const DarkPlan& plan)
      : method_(method),
        application_({plan.application, method.signal ? "signal" : method.name, watch_.address()},
                     {.in = parent_pipe_.read_end()}) {
    parent_pipe_.close_read_end();
    const bool has_light =
        test::eventually([&] { return watch_.lit() >= kMinLitBefore || !application_.is_running(); });
    if (!has_light || watch_.lit() < kMinLitBefore)
      throw std::runtime_error(fmt::format("{}: no light; {}", method.title, application_.errors()));
  }

  void begin() {
    if (method_.signal) {
      called_ = io::since_1970();
      application_.signal(*method_.signal);
    } else {
      parent_pipe_.close_write_end();
    }
  }

  DarkRound finish() {
    const auto has_called = [&] { return method_.signal || !application_.output().empty(); };
    bool over = test::eventually([&] { return watch_.has_ended() || has_called(); });
    const std::size_t before = watch_.datagrams();
    const auto is_dark = [&] {
      return watch_.datagrams() >= before + kMinDarkAfter && watch_.dark_since_lit() >= kMinDarkAfter;
    };
    over = over && test::eventually([&] { return watch_.has_ended() || is_dark(); });
    if (!over) throw std::runtime_error(fmt::format("{}: it does not get dark", method_.title));
    DarkRound round{.called = called_};
    if (!method_.signal) read_times(round);
    round.seen = watch_.finish();
    return round;
  }

 private:
  void read_times(DarkRound& round) {
    std::istringstream text(application_.output());
    std::int64_t called = 0;
    if (!(text >> called))
      throw std::runtime_error(fmt::format("{}: {}", method_.title, application_.errors()));
    round.called = Duration(called);
    if (std::int64_t returned = 0; text >> returned) round.returned = Duration(returned);
  }

  const EndMethod& method_;
  LightWatch watch_;
  ParentPipe parent_pipe_;
  test::Process application_;
  Duration called_{};
};

}  // namespace

std::string default_application() {
  return IDN_BENCH_APPLICATION;
}

const std::vector<EndMethod>& end_methods() {
  static const std::vector<EndMethod> methods{
      {.name = "arm", .title = "arm(false)", .returns_at_once = true},
      {.name = "blackout", .title = "blackout(true)", .returns_at_once = true},
      {.name = "arm-abort", .title = "arm(false), abort()", .aborts = true, .returns_at_once = true},
      {.name = "blackout-abort",
       .title = "blackout(true), .abort_on_blackout",
       .aborts = true,
       .returns_at_once = true},
      {.name = "stop", .title = "stop()"},
      {.name = "throw", .title = "exception in fill"},
      {.name = "destructor", .title = "destructor"},
      {.name = "return", .title = "return from main", .ends_process = true},
      {.name = "exit", .title = "exit()", .ends_process = true},
      {.name = "exception",
       .title = "exception that nobody catches",
       .ends_process = true,
       .notifies_receiver = false},
      {.name = "sigterm",
       .title = "SIGTERM, no handler",
       .signal = SIGTERM,
       .ends_process = true,
       .notifies_receiver = false},
      {.name = "sigkill",
       .title = "SIGKILL",
       .signal = SIGKILL,
       .ends_process = true,
       .notifies_receiver = false}};
  return methods;
}

std::vector<DarkRound> run_rounds(const EndMethod& method, const DarkPlan& plan,
                                  const std::function<void(std::uint64_t)>& on_round) {
  std::mt19937_64 random(plan.seed);
  std::uniform_int_distribution<Duration::rep> phase(0, plan.tick.count());
  std::deque<std::unique_ptr<RunningRound>> running;
  std::vector<DarkRound> done;
  std::uint64_t already_dark = 0;
  const auto finish_first = [&] {
    DarkRound round = running.front()->finish();
    running.pop_front();
    if (!was_dark_before(round))
      done.push_back(std::move(round));
    else if (++already_dark > plan.rounds)
      throw std::runtime_error(fmt::format("{}: the machine is too busy, it is dark anyway", method.title));
  };
  while (done.size() < plan.rounds) {
    const bool has_all = done.size() + running.size() == plan.rounds;
    if (!has_all) {
      on_round(done.size() + running.size());
      running.push_back(std::make_unique<RunningRound>(method, plan));
      std::this_thread::sleep_for(Duration(phase(random)));
      running.back()->begin();
    }
    if (has_all || !method.ends_process || running.size() >= kMaxConcurrentRounds) finish_first();
  }
  return done;
}

}  // namespace idn::bench
