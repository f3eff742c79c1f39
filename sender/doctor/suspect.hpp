// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "idn/io/receive/unit_loop.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/time.hpp"
#include "sender/doctor/machine_files.hpp"

/// Possible causes of lateness, and the setup that tries each alone.
namespace idn::sender::doctor {

/// Whose lateness is examined.
enum class Direction : std::uint8_t {
  Send,     ///< datagrams that idn_sender sends
  Receive,  ///< datagrams that idn_server reads
};

/// A setting of the kernel and the value to write. Affects the whole machine.
struct Setting {
  std::string file;  ///< or the words of ethtool before the value, see is_coalescing()
  std::string value;
  bool operator==(const Setting&) const = default;
};

enum class SchedulingClass : std::uint8_t {
  RealTime,    ///< as idn_sender asks for it: SCHED_FIFO
  RoundRobin,  ///< the same priority, SCHED_RR
  Ordinary,    ///< SCHED_OTHER
};

/// How the streaming or the receiving thread and the machine run during a trial. The default is what idn_sender
/// and idn_server do.
struct Setup {
  SchedulingClass scheduling = SchedulingClass::RealTime;
  Duration timer_slack{0};  ///< zero: the smallest that the system grants
  bool lock_memory = true;
  bool awake_processors = true;  ///< CPU latency request of 0 us for all processors
  io::SpinHint hint = io::SpinHint::Pause;
  std::optional<unsigned> processor{};  ///< the only one to run on
  bool idle_spinner = false;            ///< a thread of the idle class spins on `processor`
  std::size_t receive_buffer = io::UnitSocketOptions{}.receive_buffer;  ///< octets that a receiver requests
  bool spins = false;                                                   ///< a receiver never sleeps
  std::vector<Setting> settings{};

  /// As io::RealtimeOptions::processors.
  std::vector<unsigned> processors() const {
    return processor ? std::vector{*processor} : std::vector<unsigned>{};
  }
};

/// One setting that may be the cause, with its present and its other value.
struct Suspect {
  std::string name;         ///< of --only: "halt-poll"
  std::string what;         ///< "halt polling"
  std::string now;          ///< text for the present setting
  std::string other;        ///< text for the changed setting
  Setup base{};             ///< with `now`
  Setup changed{};          ///< with `other`, else equal to `base`
  std::string keeps_now{};  ///< how to keep the present setting: a command, or who sets it
  std::string keeps_other{};
  /// A receiver is judged by the time from the kernel's stamp to its reading. What acts before the stamp shows
  /// only against the timestamps of the stream: in p50, since the sender's own lateness is in the others.
  bool is_before_stamp = false;
  bool delays_each = false;  ///< it delays each datagram behind the stamp: p50 counts there, too

  bool counts_median() const noexcept { return is_before_stamp || delays_each; }
};

/// Something that is reported but not measured, with the reason.
struct Remark {
  std::string name;
  std::string what;
  std::string state;
};

struct Examination {
  std::vector<Suspect> suspects;
  std::vector<Remark> remarks;
};

/// By what a receiver gets its datagrams.
struct ArrivalDevice {
  std::string name = "lo";
  bool is_polled = false;   ///< the kernel can poll it for a waiting program (NAPI)
  std::size_t granted = 0;  ///< octets of receive buffer that the system grants
};

struct ExamineOptions {
  std::vector<std::string> only{};      ///< names; none: all
  bool system = false;                  ///< suspects that change the whole machine, too
  std::optional<unsigned> processor{};  ///< for suspects of one processor; default: the last usable one
  Direction direction = Direction::Send;
  ArrivalDevice device{};  ///< for Direction::Receive
};

/// The names of all suspects and remarks, for --only.
const std::vector<std::string>& suspect_names(Direction direction);

/// What there is to try on this machine.
/// @param processors those that may be used, at least one
/// @param grants what the thread that is examined gets here
Examination examine(const MachineFiles& files, const std::vector<unsigned>& processors,
                    const std::vector<io::Grant>& grants, const ExamineOptions& options);

}  // namespace idn::sender::doctor
