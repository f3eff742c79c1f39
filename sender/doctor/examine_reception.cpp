// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "sender/doctor/examine.hpp"
#include "sender/doctor/kernel_text.hpp"

namespace idn::sender::doctor {
namespace {

/// Longer than the time between two datagrams of a stream: a shorter one ends before there is anything to find.
constexpr const char* kBusyPoll = "2000";

const std::string& device_of(const ExamineContext& context) {
  return context.options.device.name;
}

void examine_spin(const ExamineContext& context, Examination& found) {
  const std::string what = "how the receiver waits";
  if (context.processors.size() < 2)
    return found.remarks.push_back({"spin", what, "to spin takes another processor"});
  found.suspects.push_back({.name = "spin",
                            .what = what,
                            .now = "sleeps until a datagram comes",
                            .other = "never sleeps, at ordinary priority",
                            .changed = {.scheduling = SchedulingClass::Ordinary, .spins = true},
                            .keeps_now = "idn_server does",
                            .keeps_other = "applications of libidn: UnitLoop::turn() with a time in the past "
                                           "(costs a whole processor)"});
}

/// Drops count as the latest of all.
void examine_buffer(const ExamineContext& context, Examination& found) {
  const auto usual = context.files.number("/proc/sys/net/core/rmem_default");
  const std::size_t granted = context.options.device.granted, wanted = Setup{}.receive_buffer;
  const std::string what = "receive buffer";
  if (!usual || *usual <= 0) return found.remarks.push_back({"buffer", what, "its default is unknown"});
  const auto usual_size = static_cast<std::size_t>(*usual);
  if (granted <= usual_size / 2)
    return found.remarks.push_back(
        {"buffer", what,
         fmt::format("{} KiB of {} KiB are granted; sysctl -w net.core.rmem_max={}, or CAP_NET_ADMIN",
                     granted / 1024, wanted / 1024, wanted)});
  found.suspects.push_back({.name = "buffer",
                            .what = what,
                            .now = fmt::format("{} KiB", granted / 1024),
                            .other = fmt::format("{} KiB, the system's default", usual_size / 2048),
                            // The system doubles what is requested; its default is what results.
                            .changed = {.receive_buffer = usual_size / 2},
                            .keeps_now = "idn_server does",
                            .keeps_other = "a receiver that requests none"});
}

/// The kernel suspends real-time threads that never sleep.
void examine_busy_poll(const ExamineContext& context, Examination& found) {
  const std::string folder = "/proc/sys/net/core/", what = "busy polling";
  const auto held = context.files.number(folder + "busy_poll");
  if (!held)
    return found.remarks.push_back(
        {"busy-poll", what,
         "not here: no net.core.busy_poll, which only the first network namespace of a machine has"});
  if (!context.options.device.is_polled)
    return found.remarks.push_back(
        {"busy-poll", what, fmt::format("not here: {} has no queue to poll", device_of(context))});
  if (context.processors.size() < 2)
    return found.remarks.push_back({"busy-poll", what, "takes another processor"});
  const std::string other = *held == 0 ? kBusyPoll : "0";
  SuspectSettings change;
  change.add(context.files, folder + "busy_poll", other);
  change.add(context.files, folder + "busy_read", other);
  Suspect suspect{.name = "busy-poll",
                  .what = what,
                  .now = fmt::format("{} us", *held),
                  .other = other + " us, at ordinary priority (costs up to a processor)",
                  .is_before_stamp = true};
  (*held == 0 ? suspect.changed : suspect.base).scheduling = SchedulingClass::Ordinary;
  add_suspect(context, std::move(suspect), change, found);
}

void examine_coalescing(const ExamineContext& context, Examination& found) {
  const std::string& device = device_of(context);
  const std::string words = "ethtool -C " + device, what = "interrupt coalescing of " + device;
  const auto held = read_setting(context.files, words + " rx-usecs");
  if (!held) return found.remarks.push_back({"coalescing", what, "not here: its driver has none (ethtool -c)"});
  SuspectSettings change;
  const bool is_adaptive = read_setting(context.files, words + " adaptive-rx") == "on";
  if (is_adaptive) change.add(context.files, words + " adaptive-rx", "off");
  change.add(context.files, words + " rx-usecs", "0");
  if (change.other.empty()) return found.remarks.push_back({"coalescing", what, "rx-usecs 0 already"});
  add_suspect(context,
              {.name = "coalescing",
               .what = what,
               .now = fmt::format("rx-usecs {}{}", *held, is_adaptive ? ", adaptive" : ""),
               .other = "rx-usecs 0",
               .is_before_stamp = true},
              change, found);
}

/// What the kernel itself adds to the coalescing of the card.
void examine_deferral(const ExamineContext& context, Examination& found) {
  const std::string folder = "/sys/class/net/" + device_of(context) + '/';
  const std::string what = "interrupts of " + device_of(context) + " deferred by the kernel";
  const auto time = context.files.number(folder + "gro_flush_timeout");
  if (!time) return found.remarks.push_back({"deferral", what, "not here: no gro_flush_timeout"});
  SuspectSettings change;
  change.add(context.files, folder + "gro_flush_timeout", "0");
  change.add(context.files, folder + "napi_defer_hard_irqs", "0");
  if (*time == 0) return found.remarks.push_back({"deferral", what, "none: gro_flush_timeout 0"});
  add_suspect(context,
              {.name = "deferral",
               .what = what,
               .now = fmt::format("gro_flush_timeout {} ns", *time),
               .other = "0 ns",
               .is_before_stamp = true},
              change, found);
}

/// Receive packet steering: which processors do the work of the network stack.
void examine_rps(const ExamineContext& context, Examination& found) {
  const unsigned processor = context.processor();
  const std::string folder = "/sys/class/net/" + device_of(context) + "/queues";
  const std::string what = fmt::format("network stack (RPS) of {}", device_of(context));
  if (context.processors.size() < 2)
    return found.remarks.push_back({"rps", what, "there is no other processor for it"});
  std::vector<unsigned> others = context.processors;
  std::erase(others, processor);
  const std::string mask = processor_mask(others);
  SuspectSettings change;
  std::string now;
  for (const std::string& queue : context.files.names(folder)) {
    const std::string file = folder + '/' + queue + "/rps_cpus";
    const auto held = queue.starts_with("rx-") ? context.files.read(file) : std::nullopt;
    if (!held) continue;
    if (now.empty()) now = held->find_first_not_of("0,") == std::string::npos ? "0" : *held;
    change.add(context.files, file, now == "0" ? mask : "0");
  }
  if (change.other.empty()) return found.remarks.push_back({"rps", what, "not here: no rps_cpus"});
  add_suspect(context,
              {.name = "rps",
               .what = what,
               .now = now == "0" ? "off: the processor of the interrupt" : "processors by mask " + now,
               .other = now == "0" ? fmt::format("kept away from processor {}", processor) : "off",
               .base = {.processor = processor},
               .changed = {.processor = processor},
               .delays_each = true},
              change, found);
}

void remark_stamps(const ExamineContext& context, Examination& found) {
  const std::string& device = device_of(context);
  found.remarks.push_back(
      {"stamps", "receive stamps of " + device,
       offers_hardware_stamps(device)
           ? fmt::format(
                 "its hardware can make them; to use them: hwstamp_ctl -i {} -r 1, and phc2sys for its clock",
                 device)
           : "by the kernel; not here: stamps by its hardware"});
}

}  // namespace

void examine_reception(const ExamineContext& context, Examination& found) {
  examine_spin(context, found);
  examine_buffer(context, found);
  examine_busy_poll(context, found);
  examine_coalescing(context, found);
  examine_deferral(context, found);
  examine_rps(context, found);
  remark_stamps(context, found);
}

}  // namespace idn::sender::doctor
