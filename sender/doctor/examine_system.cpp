// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "sender/doctor/examine.hpp"
#include "sender/doctor/kernel_text.hpp"

namespace idn::sender::doctor {
namespace {

const std::string kHaltPoll = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
/// The kernel's own default.
const std::string kHaltPollOn = "200000";

/// Replaces the latency request for all processors.
void examine_latency_of_each(const ExamineContext& context, Examination& found) {
  SuspectSettings change;
  for (const unsigned processor : context.processors)
    change.add(context.files,
               fmt::format("/sys/devices/system/cpu/cpu{}/power/pm_qos_resume_latency_us", processor), "n/a");
  const std::string what = "idle states, processor by processor";
  if (change.other.empty())
    return found.remarks.push_back({"latency-cpu", what, "no request to make: none there, or made already"});
  add_suspect(context,
              {.name = "latency-cpu",
               .what = what,
               .now = "latency request of 0 us for all processors",
               .other = "one for each that may be used, none for all",
               .changed = {.awake_processors = false}},
              change, found);
}

void examine_halt_poll(const ExamineContext& context, Examination& found) {
  const auto now = context.files.read(kHaltPoll);
  const std::string what = "halt polling";
  if (!now) return found.remarks.push_back({"halt-poll", what, "not here: no cpuidle-haltpoll"});
  SuspectSettings change;
  change.add(context.files, kHaltPoll, *now == "0" ? kHaltPollOn : "0");
  add_suspect(context,
              {.name = "halt-poll",
               .what = what,
               .now = *now + " ns before the processor is given up",
               .other = (*now == "0" ? kHaltPollOn : "0") + " ns"},
              change, found);
}

void examine_governor(const ExamineContext& context, Examination& found) {
  const std::string folder = "/sys/devices/system/cpu", what = "CPU frequency governor";
  SuspectSettings change;
  bool is_there = false;
  for (const std::string& name : context.files.names(folder)) {
    const std::string file = folder + '/' + name + "/cpufreq/scaling_governor";
    is_there = is_there || context.files.has(file);
    change.add(context.files, file, "performance");
  }
  if (!is_there) return found.remarks.push_back({"governor", what, "not here: no cpufreq"});
  if (change.other.empty()) return found.remarks.push_back({"governor", what, "performance already"});
  add_suspect(context,
              {.name = "governor", .what = what, .now = change.now.front().value, .other = "performance"},
              change, found);
}

/// Device interrupts that may be handled by the processor and by others too.
SuspectSettings interrupts_away_from(const ExamineContext& context, unsigned processor) {
  SuspectSettings change;
  for (const std::string& number : context.files.names("/proc/irq")) {
    const std::string file = "/proc/irq/" + number + "/smp_affinity_list";
    auto allowed = parse_processor_list(context.files.read(file).value_or(""));
    if (!allowed || std::erase(*allowed, processor) == 0) continue;
    if (allowed->empty()) {
      allowed = context.processors;
      std::erase(*allowed, processor);
    }
    change.add(context.files, file, processor_list(*allowed));
  }
  return change;
}

void examine_interrupts(const ExamineContext& context, Examination& found) {
  const unsigned processor = context.processor();
  const std::string what = fmt::format("interrupts of devices on processor {}", processor);
  if (context.processors.size() < 2)
    return found.remarks.push_back({"interrupts", what, "there is no other processor for them"});
  const SuspectSettings change = interrupts_away_from(context, processor);
  if (change.other.empty()) return found.remarks.push_back({"interrupts", what, "none comes there"});
  add_suspect(context,
              {.name = "interrupts",
               .what = what,
               .now = fmt::format("{} may come", change.now.size()),
               .other = "kept away",
               .base = {.processor = processor},
               .changed = {.processor = processor},
               .is_before_stamp = context.is_receiving()},
              change, found);
}

}  // namespace

void SuspectSettings::add(const MachineFiles& files, const std::string& name, const std::string& value) {
  const auto held = read_setting(files, name);
  if (!held || *held == value) return;
  now.push_back({name, *held});
  other.push_back({name, value});
}

void add_suspect(const ExamineContext& context, Suspect suspect, const SuspectSettings& change,
                 Examination& found) {
  if (!context.options.system) {
    found.remarks.push_back(
        {suspect.name, suspect.what,
         fmt::format("{}; to try {} concerns the whole machine: add --system", suspect.now, suspect.other)});
    return;
  }
  suspect.base.settings = change.now;
  suspect.changed.settings = change.other;
  suspect.keeps_now = "nothing to do";
  for (const Setting& each : change.other)
    suspect.keeps_other += (suspect.keeps_other.empty() ? "" : "\n") + command_of(each);
  found.suspects.push_back(std::move(suspect));
}

void examine_system(const ExamineContext& context, Examination& found) {
  examine_latency_of_each(context, found);
  examine_halt_poll(context, found);
  examine_governor(context, found);
  examine_interrupts(context, found);
}

}  // namespace idn::sender::doctor
