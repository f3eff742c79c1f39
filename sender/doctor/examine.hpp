// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/suspect.hpp"

/// The parts of examine().
namespace idn::sender::doctor {

struct ExamineContext {
  const MachineFiles& files;
  const std::vector<unsigned>& processors;
  const std::vector<io::Grant>& grants;
  const ExamineOptions& options;

  /// The processor of what runs on a single one.
  unsigned processor() const { return options.processor.value_or(processors.back()); }
};

/// Finds suspects of the thread or the process that streams.
void examine_thread(const ExamineContext& context, Examination& found);
/// Finds suspects of the whole machine, which are measured with ExamineOptions::system only.
void examine_system(const ExamineContext& context, Examination& found);
/// Finds what is reported and cannot be measured.
void add_remarks(const ExamineContext& context, Examination& found);

}  // namespace idn::sender::doctor
