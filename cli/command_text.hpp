// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// What --help tells of a program, as data, for its man page and for shells. Program::parse() makes it.
namespace idn::cli {

struct OptionText {
  std::vector<std::string> names{};  ///< "-r", "--rate"; of a positional its own
  bool is_positional = false;
  bool is_required = false;
  bool is_repeatable = false;
  bool names_file = false;
  std::string value{};  ///< what stands for its value, such as "N"; empty for a flag
  std::vector<std::string> choices{};
  std::string description{};
  std::string heading{};
};

struct CommandText {
  std::string name{};  ///< from the program on: "idn_sender play"
  std::string description{};
  std::string footer{};           ///< headings at the left edge, text indented
  std::string default_command{};  ///< the word that a line without a command leaves out, or empty
  std::vector<OptionText> options{};
  std::vector<CommandText> commands{};
};

/// A page of section 1 in man's format.
std::string man_page(const CommandText& program, const std::string& version);

/// A script for bash, which needs nothing else. A command that is a program of its own, such as "idn_server
/// relay", has a script of its own too; both may stand in one file.
std::string bash_completion(const CommandText& program);

}  // namespace idn::cli
