// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <random>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "sender/command/commands.hpp"
#include "sender/doctor/apply.hpp"
#include "sender/doctor/reception.hpp"
#include "sender/doctor/rounds.hpp"
#include "sender/doctor/watch/watch_command.hpp"

namespace idn::sender {
namespace {

using namespace std::chrono_literals;

struct DoctorCommand {
  doctor::DoctorOptions options{};
  std::string root = "/";
  std::vector<std::string> command{};
  bool receive = false;
  bool apply = false;
  bool json = false;
  bool watch = false;
};

struct WatchCommand {
  std::vector<std::string> command{};
  std::size_t worst = 10;
  bool json = false;
};

constexpr const char* kDoctorManual = R"(
Streams dark samples to loopback in many short trials, and changes one thing at a time: half of the trials of a
suspect are as idn_sender streams on this machine, half have the one change, one right after the other, in an order
drawn from --seed. A gain is the median over the rounds of how much less late 99 % (99.9 %) of the datagrams were,
with an interval of 95 % by bootstrap over the rounds; where that contains zero there is no measurable effect. An effect
is measured again, with as many rounds: only what repeats is reported, with the gain of the second time. Run it while the
machine does what it will do during a show, and stop other measurements.

With --receive the same for a receiver: how late idn_server reads what has arrived, from the kernel's stamp. It streams
to itself over loopback, or with --port measures what another machine streams to this one, where the network card and its
interrupts count. What acts before the kernel's stamp is judged by the timestamps of the stream (*).

Suspects
  class        real-time priority
  round-robin  turns among threads of the same priority
  slack        timer slack
  lock         memory lock
  latency      idle states: the request for no latency for all processors
  latency-cpu  the same, processor by processor (--system)
  halt-poll    how long a virtual processor polls before it is given up (--system)
  spinner      a thread of the idle class that keeps the processor from idling
  pause        the PAUSE instruction while spinning
  binding      the sender bound to one processor
  interrupts   those of devices kept away from that processor (--system)
  governor     the CPU frequency governor (--system)
  preemption, throttling, quota, numa, kernel: reported, not measured
Of receivers, in place of round-robin, slack and pause
  spin         a receiver that never sleeps
  buffer       its receive buffer, by the datagrams that are dropped
  busy-poll    the kernel polls the network card for it (--system, --port)
  coalescing   the network card waits before it interrupts (--system, --port)
  deferral     the kernel waits before it serves the card (--system, --port)
  rps          the network stack on another processor than the receiver (--system)
  stamps       by the hardware of the network card: reported, not measured

With --apply sets what of this helps in general and is not so yet (halt-poll, governor, latency; interrupts with
--cpu; spinner and latency-cpu where --only names them), runs COMMAND, and restores all when that has ended. A process
of its own restores, also where this program is killed; what it cannot restore it says.

Examples
  idn_sender doctor
  idn_sender doctor --system --only halt-poll,latency-cpu --rounds 21
  idn_sender doctor --receive --port 7255 --system
  idn_sender doctor --apply -- idn_sender play show.ild --target 01-123456789ABC
)";

constexpr const char* kWatchManual = R"(
Runs COMMAND, which streams by libidn as idn_sender does, and reads the kernel's events beside it. Each tick that is
more than 100 us late gets the cause that explains most of the delay: preempted or held up (by whom), throttled, interrupt (which),
page fault, timer slack, idle exit, own work, producer late (dark samples, since none were there), or outside: nothing
happened on this system, and yet time passed, as where the host of a virtual machine runs something else. Of ticks that
one delay makes late in a row the first counts. Needs root and tracefs. The exit code is that of COMMAND; its own output
goes where it would, the report to standard output behind it.

Example
  idn_sender doctor watch -- idn_sender pattern circle --target 01-123456789ABC --duration 60s
)";

void check_names(const doctor::ExamineOptions& options) {
  const auto& known = doctor::suspect_names(options.direction);
  for (const std::string& word : options.only)
    if (std::ranges::find(known, word) == known.end())
      throw cli::wrong_value("--only", fmt::format("\"{}\" is none of {}", word, fmt::join(known, ", ")));
}

unsigned processor_from(const std::string& text) {
  const auto usable = io::usable_processors();
  const auto number = cli::read_count("--cpu", text, 0, 8191);
  if (std::ranges::find(usable, number) == usable.end())
    throw cli::wrong_value(
        "--cpu", fmt::format("processor \"{}\" is not available to this program; choose from {}", text,
                             fmt::join(usable, ", ")));
  return static_cast<unsigned>(number);
}

void check_command(DoctorCommand& line) {
  if (line.receive) line.options.examine.direction = doctor::Direction::Receive;
  check_names(line.options.examine);
  if (line.receive && line.apply)
    throw cli::wrong_value("--apply", "does not depend on the direction: leave out --receive");
  if (!line.receive && line.options.trial.port != 0)
    throw cli::wrong_value("--port", "is for --receive: where another machine streams to");
  const Duration tick = line.options.trial.tick, length = line.options.trial.length;
  if (tick < 200us || tick > 10ms) throw cli::wrong_value("--tick", "has to be from 200us to 10ms");
  if (length < 10 * tick || length > 10s)
    throw cli::wrong_value("--duration", "has to be from 10 ticks to 10s");
  if (line.apply && line.command.empty())
    throw cli::wrong_value("--apply", "needs a command behind --, as in doctor --apply -- idn_sender play ...");
  if (!line.apply && !line.command.empty()) throw cli::wrong_value("COMMAND", "is for --apply");
}

int run_doctor(DoctorCommand line) {
  const doctor::MachineFiles files(line.root);
  doctor::DoctorOptions& options = line.options;
  options.examine.system = options.examine.system || line.apply;
  if (line.receive) options.examine.device = doctor::find_arrivals(options.trial.port);
  auto found =
      doctor::examine(files, io::usable_processors(),
                      doctor::usual_grants(options.trial.wait, options.examine.direction), options.examine);
  if (line.apply) return doctor::apply_and_run(files, doctor::choose(found, options.examine), line.command);
  if (options.seed == 0) options.seed = std::random_device{}() | 1U;
  fmt::print(stderr, "{}\n", doctor::announcement(options, found.suspects.size()));
  const doctor::DoctorReport report = doctor::measure_suspects(files, options, std::move(found));
  fmt::print("{}", line.json ? doctor_json(report) : doctor_text(report));
  return cli::kOk;
}

void add_options(const cli::CommandLine& command, DoctorCommand& line) {
  doctor::DoctorOptions& options = line.options;
  command.add_count("--rounds", options.rounds, 9, 1000, "how often each suspect is tried both ways [9]");
  command.add_duration("--duration,-d", options.trial.length, "length of each trial, as 2s or 500ms [500ms]");
  command.add_duration("--tick", options.trial.tick, "time between two datagrams, 200us to 10ms [250us]");
  command.add_choice("--wait", options.trial.wait, io::wait_mode_from, "hybrid, sleep, spin, auto",
                     "how the sender waits [hybrid]");
  const auto take_names = [&options](const std::vector<std::string>& words) { options.examine.only = words; };
  command.add_list("--only", take_names, "suspects, separated by commas [all]").type_name("NAMES");
  command.add_flag("--system", options.examine.system,
                   "change settings of the whole machine too; restored at the end");
  const auto take_processor = [&options](const std::string& text) {
    options.examine.processor = processor_from(text);
  };
  command.add_option("--cpu", take_processor, "the processor of what takes place on one [the last]")
      .type_name("N");
  command.add_count("--seed", options.seed, 1, 0xFFFF'FFFF, "of the order of trials [drawn]");
  command.add_option("--root", line.root, "folder with the machine's /proc and /sys [/]").type_name("FOLDER");
  command.add_flag("--receive", line.receive, "what makes receivers late, in place of senders");
  command.add_count("--port", options.trial.port, 1, 65535,
                    "UDP port that another machine streams to, for --receive [loopback]");
  command.add_flag("--json", line.json, "one JSON object");
  command.add_flag("--apply", line.apply, "set what helps, run COMMAND, restore");
  command.add_words("COMMAND", line.command, "for --apply, behind --").type_name("");
}

int run_watch(const WatchCommand& line) {
  const doctor::WatchReport report = doctor::watch_command(line.command);
  fmt::print("{}", line.json ? watch_json(report) : watch_text(report, line.worst));
  return report.exit_code;
}

void add_watch(const cli::CommandLine& doctor, const std::shared_ptr<DoctorCommand>& whole, Run& run) {
  const auto line = std::make_shared<WatchCommand>();
  const cli::CommandLine command = doctor.add_subcommand("watch", "Find why ticks of a command are late");
  command.add_count("--worst", line->worst, 0, 100'000, "how many ticks to list [10]");
  command.add_flag("--json", line->json, "one JSON object, with all late ticks");
  command.add_words("COMMAND", line->command, "behind --").type_name("").required();
  command.footer(kWatchManual);
  command.callback([line, whole, &run] {
    whole->watch = true;
    run = [line] { return run_watch(*line); };
  });
}

}  // namespace

void add_doctor(const cli::CommandLine& app, Run& run) {
  const auto line = std::make_shared<DoctorCommand>();
  const cli::CommandLine command =
      app.add_subcommand("doctor", "Find what on this machine makes senders late, and what would help");
  add_options(command, *line);
  command.footer(kDoctorManual);
  command.check([line] { check_command(*line); });
  add_watch(command, line, run);
  command.callback([line, &run] {
    if (!line->watch) run = [line] { return run_doctor(*line); };
  });
}

}  // namespace idn::sender
