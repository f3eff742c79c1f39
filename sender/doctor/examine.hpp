// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/suspect.hpp"

/// The parts of examine().
namespace idn::sender::doctor {

struct Patient {
  const MachineFiles& files;
  const std::vector<unsigned>& processors;
  const std::vector<io::Grant>& grants;
  const ExamineOptions& options;

  /// Where something takes place on one processor.
  unsigned processor() const { return options.processor.value_or(processors.back()); }
};

/// What concerns the thread or the process that streams.
void examine_thread(const Patient& patient, Examination& found);
/// What concerns the whole machine: measured with ExamineOptions::system only.
void examine_system(const Patient& patient, Examination& found);
/// What is told and not measured.
void add_remarks(const Patient& patient, Examination& found);

}  // namespace idn::sender::doctor
