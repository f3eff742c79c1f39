// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

/// The content of --help as data, for man pages and shell completion. Program::parse() creates it.
namespace idn::cli {

struct OptionText {
  std::vector<std::string> names{};  ///< "-r", "--rate"; of a positional its name
  bool is_positional = false;
  bool is_required = false;
  bool is_repeatable = false;
  bool names_file = false;
  std::string value{};  ///< placeholder of its value, such as "N"; empty for a flag
  std::vector<std::string> choices{};
  std::string description{};
  std::string heading{};
};

struct CommandText {
  std::string name{};  ///< with that of the program: "idn_sender play"
  std::string description{};
  std::string footer{};           ///< headings at the left edge, text indented
  std::string default_command{};  ///< the subcommand used if none is given; or empty
  std::vector<OptionText> options{};
  std::vector<CommandText> commands{};
};

/// A man page of section 1, in roff.
std::string man_page(const CommandText& program, const std::string& version);

/// A completion script for bash without dependencies. A subcommand with a command line of its own, such as
/// "idn_server relay", has a script of its own; both may be in one file.
std::string bash_completion(const CommandText& program);

}  // namespace idn::cli
