// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "idn/io/send/clock.hpp"
#include "sender/timers/oversleep.hpp"

/// The functions by which programs sleep, compared on one machine.
namespace idn::sender {

/// A function of the operating system or of a library that returns at a time or later; std::this_thread::
/// sleep_until() of MinGW-w64 up to 1 ms earlier.
struct SleepFunction {
  std::string name;
  std::function<void(TimePoint deadline)> sleep_until;
};

/// Those of this system alone.
std::vector<SleepFunction> system_sleep_functions();
/// All: the sleep methods of the library, those of this system, and those of C++ and Asio.
std::vector<SleepFunction> sleep_functions();

/// What one function did for waits of one length.
struct SleepRow {
  std::string function;
  Duration wait{0};
  bool realtime = false;
  Oversleep late;
};

/// Measures all functions for waits of 0.1 to 20 ms, one after the other and in turn, so that what disturbs the
/// machine meets all of them. Waits above 1 ms are measured as much less often as they are longer: in every
/// second, fifth, tenth or twentieth round.
/// @param on_round is called after each one
std::vector<SleepRow> measure_functions(std::span<const SleepFunction> functions, io::Clock& clock,
                                        std::size_t rounds, const std::function<void()>& on_round);

}  // namespace idn::sender
