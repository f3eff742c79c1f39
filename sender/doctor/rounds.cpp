// SPDX-License-Identifier: MIT
#include "sender/doctor/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/machine_time.hpp"
#include "cli/terminal.hpp"
#include "sender/doctor/quota.hpp"
#include "sender/doctor/reception.hpp"
#include "sender/doctor/settings_restorer.hpp"

namespace idn::sender::doctor {
namespace {

/// Counters of the kernel, read before and after the trials.
class KernelCounters {
 public:
  explicit KernelCounters(const MachineFiles& files)
      : files_(files), quota_(find_quota(files)), time_(time()), stopped_(stopped()) {}

  void report_to(DoctorReport& report) const {
    report.steal_percent = cli::steal_percent(time_, time());
    const Throttled now = stopped();
    if (quota_) report.stopped = Throttled{now.times - stopped_.times, now.time - stopped_.time};
  }

 private:
  cli::MachineTime time() const {
    return cli::parse_machine_time(files_.read("/proc/stat").value_or("")).value_or(cli::MachineTime{});
  }
  Throttled stopped() const { return quota_ ? throttled(files_, *quota_) : Throttled{}; }

  const MachineFiles& files_;
  std::optional<QuotaState> quota_;
  cli::MachineTime time_;
  Throttled stopped_;
};

class Rounds {
 public:
  Rounds(const MachineFiles& files, const DoctorOptions& options, std::vector<SuspectResult>& findings)
      : options_(options), findings_(findings), random_(options.seed) {
    if (std::ranges::any_of(findings,
                            [](const SuspectResult& f) { return !f.suspect.changed.settings.empty(); }))
      restorer_.emplace(files);
  }

  void measure() {
    std::vector<Place> all;
    for (SuspectResult& finding : findings_) all.push_back({&finding, &finding.measured});
    measure(all, "");
    std::vector<Place> effects;
    for (SuspectResult& finding : findings_)
      if (finding.refused.empty() && first_judgement(finding).better != Better::Neither)
        effects.push_back({&finding, &finding.again});
    measure(effects, " again");
    line_.clear();
  }

 private:
  struct Place {
    SuspectResult* finding;
    Measured* results;
  };

  void measure(const std::vector<Place>& places, std::string_view which) {
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      const auto trials = draw_round(places.size(), random_);
      for (std::size_t i = 0; i < trials.size(); ++i) {
        const Place& place = places[trials[i].suspect];
        line_.show(fmt::format("round {} of {}{}, trial {} of {}: {}", round + 1, options_.rounds, which, i + 1,
                               trials.size(), place.finding->suspect.what));
        measure(*place.finding, *place.results, trials[i].is_changed);
      }
    }
  }

  void measure(SuspectResult& finding, Measured& results, bool is_changed) {
    const Setup& setup = is_changed ? finding.suspect.changed : finding.suspect.base;
    if (finding.refused.empty()) apply_settings(setup.settings, finding);
    if (!finding.refused.empty()) return;
    auto& rounds = is_changed ? results.changed : results.base;
    rounds.push_back(options_.examine.direction == Direction::Receive
                         ? receive_trial(options_.trial, setup, finding.suspect.is_before_stamp)
                         : summarise_lateness(run_trial(options_.trial, setup)));
    if (is_changed) apply_settings(finding.suspect.base.settings, finding);
  }

  /// Some interrupts cannot be moved; where others can, the rest is measured.
  void apply_settings(const std::vector<Setting>& settings, SuspectResult& finding) {
    std::size_t refused = 0;
    std::string first;
    for (const Setting& setting : settings)
      if (const std::error_code error = restorer_->set(setting); error && refused++ == 0)
        first = fmt::format("{}: {}", setting.file, error.message());
    if (refused == 0) return;
    if (refused == settings.size()) finding.refused = first;
    finding.left_out = fmt::format("{} of {} settings, such as {}", refused, settings.size(), first);
  }

  const DoctorOptions& options_;
  std::vector<SuspectResult>& findings_;
  std::mt19937_64 random_;
  cli::StatusLine line_;
  std::optional<SettingsRestorer> restorer_;
};

}  // namespace

DoctorReport measure_suspects(const MachineFiles& files, const DoctorOptions& options, Examination found) {
  DoctorReport report{.options = options, .findings = {}, .remarks = std::move(found.remarks)};
  for (Suspect& suspect : found.suspects)
    report.findings.push_back({.suspect = std::move(suspect), .measured = {}});
  const KernelCounters counters(files);
  Rounds(files, options, report.findings).measure();
  counters.report_to(report);
  return report;
}

}  // namespace idn::sender::doctor
