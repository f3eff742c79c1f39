// SPDX-License-Identifier: MIT
#include "sender/timers/sleep_functions.hpp"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <thread>

#include "idn/io/now.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

constexpr Duration kLengths[] = {100us, 200us, 500us, 1ms, 2ms, 5ms, 10ms, 20ms};

SleepFunction sleep_by(io::SleepMethod method) {
  return {std::string(to_string(method)), [clock = std::make_shared<io::SleepClock>(method)](
                                              TimePoint deadline) { clock->wait_until(deadline); }};
}

class AsioSleep {
 public:
  void operator()(TimePoint deadline) {
    timer_.expires_at(io::to_steady_clock(deadline));
    timer_.async_wait([](boost::system::error_code) {});
    context_.restart();
    context_.run();
  }

 private:
  boost::asio::io_context context_;
  boost::asio::steady_timer timer_{context_};
};

/// What one function did for waits of one length, in the order of measuring.
struct Series {
  Duration wait{0};
  std::vector<Duration> late{};
};

bool is_in_round(Duration wait, std::size_t round) {
  return round % static_cast<std::size_t>(std::max<Duration::rep>(1, wait / 1ms)) == 0;
}

}  // namespace

std::vector<SleepFunction> sleep_functions() {
  std::vector<SleepFunction> functions;
  for (const auto method : io::sleep_methods()) functions.push_back(sleep_by(method));
  std::ranges::move(system_sleep_functions(), std::back_inserter(functions));
  functions.push_back({"std::this_thread::sleep_until", [](TimePoint deadline) {
                         std::this_thread::sleep_until(io::to_steady_clock(deadline));
                       }});
  functions.push_back(
      {"Asio timer", [sleep = std::make_shared<AsioSleep>()](TimePoint deadline) { (*sleep)(deadline); }});
  return functions;
}

std::vector<SleepRow> measure_functions(std::span<const SleepFunction> functions, io::Clock& clock,
                                        std::size_t rounds, const std::function<void()>& on_round) {
  std::vector<Series> measured;
  for (const Duration wait : kLengths)
    for (std::size_t i = 0; i < functions.size(); ++i) measured.emplace_back(wait).late.reserve(rounds);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t length = 0; length < std::size(kLengths); ++length) {
      const Duration wait = kLengths[length];
      if (!is_in_round(wait, round)) continue;
      for (std::size_t turn = 0; turn < functions.size(); ++turn) {
        const std::size_t which = (turn + round) % functions.size();
        const TimePoint deadline = clock.now() + wait;
        functions[which].sleep_until(deadline);
        measured[length * functions.size() + which].late.push_back(clock.now() - deadline);
      }
    }
    on_round();
  }
  std::vector<SleepRow> rows;
  for (std::size_t i = 0; i < measured.size(); ++i)
    rows.push_back({.function = functions[i % functions.size()].name,
                    .wait = measured[i].wait,
                    .late = summarise(std::move(measured[i].late))});
  return rows;
}

}  // namespace idn::sender
