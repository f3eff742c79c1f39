// SPDX-License-Identifier: MIT
#include "sender/doctor/suspect.hpp"

#include <algorithm>

#include "sender/doctor/examine.hpp"

namespace idn::sender::doctor {

const std::vector<std::string>& suspect_names(Direction direction) {
  static const std::vector<std::string> receiving{
      "class",      "lock",     "latency",    "latency-cpu", "halt-poll", "spinner",    "binding",
      "interrupts", "governor", "spin",       "buffer",      "busy-poll", "coalescing", "deferral",
      "rps",        "stamps",   "preemption", "throttling",  "quota",     "numa",       "kernel"};
  static const std::vector<std::string> sending{
      "class",      "round-robin", "slack", "lock",    "latency",    "latency-cpu",
      "halt-poll",  "spinner",     "pause", "binding", "interrupts", "governor",
      "preemption", "throttling",  "quota", "numa",    "kernel"};
  return direction == Direction::Receive ? receiving : sending;
}

Examination examine(const MachineFiles& files, const std::vector<unsigned>& processors,
                    const std::vector<io::Grant>& grants, const ExamineOptions& options) {
  const ExamineContext context{files, processors, grants, options};
  Examination found;
  examine_thread(context, found);
  examine_system(context, found);
  if (options.direction == Direction::Receive) examine_reception(context, found);
  add_remarks(context, found);
  const auto unwanted = [&](const auto& each) {
    return !options.only.empty() && std::ranges::find(options.only, each.name) == options.only.end();
  };
  std::erase_if(found.suspects, unwanted);
  std::erase_if(found.remarks, unwanted);
  return found;
}

}  // namespace idn::sender::doctor
