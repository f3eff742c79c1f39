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

/// What came of one suspect.
struct Finding {
  Suspect suspect;
  Measured measured;
  Measured again{};       ///< where `measured` has an effect: as many rounds more, which decide
  std::string refused{};  ///< why the change could not be made, which then was not measured
};

struct DoctorReport {
  DoctorOptions options;
  std::vector<Finding> findings;
  std::vector<Remark> remarks;
  double steal_percent = 0;            ///< of all processors, while trials ran
  std::optional<Throttled> stopped{};  ///< by a quota, while trials ran; nothing: there is none
};

/// What is told of a finding: an effect that does not repeat is none. Gains are those of the second time, since
/// the first has chosen the luckiest ones. @param finding not refused
Judgement final_judgement(const Finding& finding);

/// How long the trials of `suspects` take; twice that at most, where all have an effect.
Duration expected_duration(const DoctorOptions& options, std::size_t suspects) noexcept;
/// One line, to be shown ahead.
std::string announcement(const DoctorOptions& options, std::size_t suspects);

std::string doctor_text(const DoctorReport& report);
/// One line.
std::string doctor_json(const DoctorReport& report);

}  // namespace idn::sender::doctor
