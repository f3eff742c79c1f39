// SPDX-License-Identifier: MIT
#pragma once

#include "sender/doctor/kernel_setting.hpp"
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
  bool is_receiving() const { return options.direction == Direction::Receive; }
  std::string program() const { return is_receiving() ? "idn_server" : "idn_sender"; }
};

/// The settings of a suspect: those that exist and hold another value.
struct SuspectSettings {
  std::vector<Setting> now;
  std::vector<Setting> other;

  void add(const MachineFiles& files, const std::string& name, const std::string& value);
};

/// Adds a suspect that changes the whole machine; without ExamineOptions::system a remark.
void add_suspect(const ExamineContext& context, Suspect suspect, const SuspectSettings& change,
                 Examination& found);

/// Finds suspects of the thread or the process that streams.
void examine_thread(const ExamineContext& context, Examination& found);
/// Finds suspects of the whole machine, which are measured with ExamineOptions::system only.
void examine_system(const ExamineContext& context, Examination& found);
/// Finds suspects of receivers only.
void examine_reception(const ExamineContext& context, Examination& found);
/// Finds what is reported and cannot be measured.
void add_remarks(const ExamineContext& context, Examination& found);

}  // namespace idn::sender::doctor
