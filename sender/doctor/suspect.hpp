// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn/io/monotonic_clock.hpp"
#include "idn/io/realtime.hpp"
#include "idn/time.hpp"
#include "sender/doctor/machine_files.hpp"

/// What may make a sender late, and how to try each alone.
namespace idn::sender::doctor {

/// A file of the kernel, and what it is to hold. Concerns the whole machine.
struct Setting {
  std::string file;
  std::string value;
  bool operator==(const Setting&) const = default;
};

enum class SchedulingClass : std::uint8_t {
  RealTime,    ///< as idn_sender asks for it: SCHED_FIFO
  RoundRobin,  ///< the same priority, SCHED_RR
  Ordinary,    ///< SCHED_OTHER
};

/// How a thread that streams runs, and the machine meanwhile. The default is what idn_sender does.
struct Setup {
  SchedulingClass scheduling = SchedulingClass::RealTime;
  Duration timer_slack{0};  ///< zero: the finest that the system grants
  bool lock_memory = true;
  bool awake_processors = true;  ///< the request for no latency, for all processors
  io::SpinHint hint = io::SpinHint::Pause;
  std::optional<unsigned> processor{};  ///< the only one to run on
  bool idle_spinner = false;            ///< a thread of the idle class spins on `processor`
  std::vector<Setting> settings{};
};

/// Something that may be otherwise than it is now.
struct Suspect {
  std::string name;         ///< of --only: "halt-poll"
  std::string what;         ///< "halt polling"
  std::string now;          ///< as it is
  std::string other;        ///< what it is changed to
  Setup base{};             ///< that has `now`
  Setup changed{};          ///< that has `other`, and nothing else than `base`
  std::string keeps_now{};  ///< who or which command keeps it so
  std::string keeps_other{};
};

/// Something that is told and not measured, with the reason.
struct Remark {
  std::string name;
  std::string what;
  std::string state;
};

struct Examination {
  std::vector<Suspect> suspects;
  std::vector<Remark> remarks;
};

struct ExamineOptions {
  std::vector<std::string> only{};      ///< names; none: all
  bool system = false;                  ///< suspects that change the whole machine, too
  std::optional<unsigned> processor{};  ///< where something takes place on one processor; else the last usable
};

/// The names of all suspects and remarks, for --only.
const std::vector<std::string>& suspect_names();

/// What there is to try on this machine.
/// @param processors those that may be used, at least one
/// @param grants what idn_sender's own thread gets here
Examination examine(const MachineFiles& files, const std::vector<unsigned>& processors,
                    const std::vector<io::Grant>& grants, const ExamineOptions& options);

}  // namespace idn::sender::doctor
