// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "sender/doctor/examine.hpp"

namespace idn::sender::doctor {
namespace {

const io::Grant* grant_of(const ExamineContext& context, const std::string& what) {
  const auto found = std::ranges::find(context.grants, what, &io::Grant::what);
  return found == context.grants.end() ? nullptr : &*found;
}

/// Whether the system grants it; if not, adds a remark.
bool granted(const ExamineContext& context, const Suspect& suspect, const std::string& grant,
             Examination& found) {
  const io::Grant* const given = grant_of(context, grant);
  if (given != nullptr && given->granted) return true;
  found.remarks.push_back(
      {suspect.name, suspect.what,
       given == nullptr ? "not a feature of this system" : "not granted: " + given->detail});
  return false;
}

std::string value_of(const ExamineContext& context, const std::string& grant) {
  const io::Grant* const given = grant_of(context, grant);
  return given == nullptr ? "" : given->detail;
}

void examine_class(const ExamineContext& context, Examination& found) {
  const std::string grant = "real-time priority";
  Suspect ordinary{
      .name = "class",
      .what = "scheduling class",
      .now = value_of(context, grant),
      .other = "SCHED_OTHER",
      .changed = {.scheduling = SchedulingClass::Ordinary},
      .keeps_now = context.program() + " does",
      .keeps_other = context.program() + " ... --no-realtime, which gives up memory lock and timers too"};
  if (!granted(context, ordinary, grant, found)) return;
  found.suspects.push_back(ordinary);
  if (context.is_receiving()) return;
  found.suspects.push_back({.name = "round-robin",
                            .what = "turns within its priority",
                            .now = value_of(context, grant),
                            .other = "SCHED_RR",
                            .changed = {.scheduling = SchedulingClass::RoundRobin},
                            .keeps_now = context.program() + " does",
                            .keeps_other = "chrt --rr --pid 20 THREAD, of the thread that streams"});
}

void examine_slack(const ExamineContext& context, Examination& found) {
  const Suspect slack{.name = "slack",
                      .what = "timer slack",
                      .now = value_of(context, "timer slack"),
                      .other = "50 us, the system's default",
                      .changed = {.timer_slack = std::chrono::microseconds(50)},
                      .keeps_now = context.program() + " does",
                      .keeps_other = context.program() + " ... --no-realtime"};
  if (granted(context, slack, "timer slack", found)) found.suspects.push_back(slack);
}

void examine_lock(const ExamineContext& context, Examination& found) {
  const Suspect lock{.name = "lock",
                     .what = "memory lock",
                     .now = value_of(context, "memory lock"),
                     .other = "none",
                     .changed = {.lock_memory = false},
                     .keeps_now = context.program() + " does",
                     .keeps_other = context.program() + " ... --no-realtime"};
  if (granted(context, lock, "memory lock", found)) found.suspects.push_back(lock);
}

void examine_latency(const ExamineContext& context, Examination& found) {
  const Suspect latency{.name = "latency",
                        .what = "idle states",
                        .now = "latency request of 0 us for all processors",
                        .other = "no request",
                        .changed = {.awake_processors = false},
                        .keeps_now = context.program() + " does",
                        .keeps_other = context.program() + " ... --no-realtime"};
  if (granted(context, latency, "CPU latency", found)) found.suspects.push_back(latency);
}

void examine_pause(const ExamineContext& context, Examination& found) {
  found.suspects.push_back({.name = "pause",
                            .what = "instruction between two looks at the clock",
                            .now = "PAUSE",
                            .other = "none",
                            .changed = {.hint = io::SpinHint::Nothing},
                            .keeps_now = context.program() + " does",
                            .keeps_other = "applications of libidn: MonotonicClock with SpinHint::Nothing"});
}

/// Both suspects concern one processor, so they need one that other threads can be kept off.
void examine_processor(const ExamineContext& context, Examination& found) {
  const unsigned processor = context.processor();
  const std::string bound = context.is_receiving() ? fmt::format("taskset -c {} idn_server ...", processor)
                                                   : fmt::format("idn_sender ... --cpu {}", processor);
  if (context.processors.size() < 2) {
    found.remarks.push_back({"binding", "processor", "there is only one to run on"});
  } else {
    found.suspects.push_back({.name = "binding",
                              .what = "processor",
                              .now = "any",
                              .other = fmt::format("bound to {}", processor),
                              .changed = {.processor = processor},
                              .keeps_now = context.program() + " does",
                              .keeps_other = bound});
  }
  found.suspects.push_back(
      {.name = "spinner",
       .what = fmt::format("processor {} while {} sleeps", processor, context.program()),
       .now = "idle",
       .other = "a thread of the idle class spins",
       .base = {.processor = processor},
       .changed = {.processor = processor, .idle_spinner = true},
       .keeps_now = "nothing to do",
       .keeps_other = fmt::format(
           "{1}, beside: taskset -c {0} chrt --idle 0 sh -c 'while :; do :; done' (costs the whole processor)",
           processor, bound)});
}

}  // namespace

void examine_thread(const ExamineContext& context, Examination& found) {
  examine_class(context, found);
  if (!context.is_receiving()) examine_slack(context, found);
  examine_lock(context, found);
  examine_latency(context, found);
  if (!context.is_receiving()) examine_pause(context, found);
  examine_processor(context, found);
}

}  // namespace idn::sender::doctor
