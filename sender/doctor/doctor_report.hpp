// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sender/doctor/kernel_text.hpp"
#include "sender/doctor/lateness.hpp"
#include "sender/doctor/trial.hpp"

namespace idn::sender::doctor {

struct DoctorOptions {
  TrialOptions trial{};
  ExamineOptions examine{};
  std::size_t rounds = 9;
  std::uint64_t seed = 0;  ///< never 0 once it runs
};

/// Result for one suspect.
struct SuspectResult {
  Suspect suspect;
  Measured measured;
  Measured again{};        ///< if `measured` shows an effect: as many rounds again, which decide
  std::string refused{};   ///< why the change was refused; then nothing was measured
  std::string left_out{};  ///< which of its settings were refused
};

struct DoctorReport {
  DoctorOptions options;
  std::vector<SuspectResult> findings;
  std::vector<Remark> remarks;
  double steal_percent = 0;            ///< of all processors, while trials ran
  std::optional<Throttled> stopped{};  ///< by a quota, while trials ran; nothing without a quota
};

/// The result of the first measurement. @param finding not refused
Judgement first_judgement(const SuspectResult& finding);
/// The result of a finding: an effect counts only if it repeats. Gains are those of the second measurement, as
/// the first is biased by the selection. @param finding not refused
Judgement final_judgement(const SuspectResult& finding);

/// Duration of the trials of `suspects`; up to twice that if they have effects, which are measured again.
Duration expected_duration(const DoctorOptions& options, std::size_t suspects) noexcept;
/// One line, to be shown before the trials.
std::string announcement(const DoctorOptions& options, std::size_t suspects);

std::string doctor_text(const DoctorReport& report);
/// One line.
std::string doctor_json(const DoctorReport& report);

}  // namespace idn::sender::doctor
