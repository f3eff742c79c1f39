// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/doctor_report.hpp"

namespace idn::sender::doctor {

/// Measures what was found, round by round; blocks as long as expected_duration() says. Settings of
/// the machine are restored at the end in every case. Throws cli::Failure if loopback cannot be used.
DoctorReport measure_suspects(const MachineFiles& files, const DoctorOptions& options, Examination found);

}  // namespace idn::sender::doctor
