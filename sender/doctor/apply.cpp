// SPDX-License-Identifier: MIT
#include "sender/doctor/apply.hpp"

#include <fmt/core.h>
#include <sys/prctl.h>

#include <algorithm>

#include "sender/doctor/run_command.hpp"
#include "sender/doctor/settings_restorer.hpp"
#include "sender/doctor/trial.hpp"

namespace idn::sender::doctor {
namespace {

bool is_named(const ExamineOptions& options, const std::string& name) {
  return std::ranges::find(options.only, name) != options.only.end();
}

/// Moving interrupts makes sense only for a sender that is bound to a processor, so --cpu is required.
bool is_applied(const Suspect& suspect, const ExamineOptions& options) {
  if (suspect.name == "interrupts") return options.processor.has_value();
  if (suspect.name == "latency-cpu") return is_named(options, suspect.name);
  // Does not switch off polling.
  return suspect.name != "halt-poll" || suspect.base.settings.front().value == "0";
}

void apply_setting(SettingsRestorer& restorer, const Setting& setting) {
  const std::error_code error = restorer.set(setting);
  fmt::print(stderr, "idn_sender doctor: {} {} {}{}\n", setting.file, error ? "does not take" : "holds",
             setting.value, error ? ": " + error.message() : "");
}

}  // namespace

AppliedSettings choose(const Examination& found, const ExamineOptions& options) {
  AppliedSettings chosen;
  for (const Suspect& suspect : found.suspects) {
    if (suspect.name == "spinner" && is_named(options, suspect.name))
      chosen.spinner = suspect.changed.processor;
    if (suspect.name == "latency") chosen.awake_processors = true;
    if (suspect.changed.settings.empty() || !is_applied(suspect, options)) continue;
    chosen.settings.insert(chosen.settings.end(), suspect.changed.settings.begin(),
                           suspect.changed.settings.end());
  }
  if (is_named(options, "latency-cpu")) chosen.awake_processors = false;
  return chosen;
}

int apply_and_run(const MachineFiles& files, const AppliedSettings& application,
                  const std::vector<std::string>& command) {
  SettingsRestorer restorer(files);
  for (const Setting& setting : application.settings) apply_setting(restorer, setting);
  std::optional<io::RealtimeScope> scope;
  std::optional<IdleSpinner> spinner;
  // The timer slack is inherited, so threads of the ordinary class get exact timers too.
  const auto prepare = [] { prctl(PR_SET_TIMERSLACK, 1UL); };
  const auto begun = [&] {
    scope.emplace(io::RealtimeOptions{
        .priority = false, .fine_timers = false, .awake_processors = application.awake_processors});
    for (const io::Grant& grant : scope->grants())
      fmt::print(stderr, "idn_sender doctor: {}: {}{}\n", grant.what, grant.granted ? "" : "not granted, ",
                 grant.detail);
    if (application.spinner) spinner.emplace(*application.spinner);
  };
  return run_command(command, prepare, begun);
}

}  // namespace idn::sender::doctor
