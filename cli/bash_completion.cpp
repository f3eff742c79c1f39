// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command_text.hpp"

namespace idn::cli {
namespace {

std::string last_word(const std::string& name) {
  return name.substr(name.rfind(' ') + 1);
}

std::string function_of(const std::string& name) {
  std::string function = "_" + name;
  std::ranges::replace(function, ' ', '_');
  return function;
}

bool is_target(const OptionText& option) {
  return option.value == "TARGET" || (option.is_positional && option.names.front() == "TARGET");
}

/// The option names of a command, as assignments to variables of the completion function.
std::string variables(const CommandText& command) {
  std::vector<std::string> words, with_value, with_file, with_target, positional;
  for (const OptionText& option : command.options) {
    if (option.is_positional) {
      positional.insert(positional.end(), option.choices.begin(), option.choices.end());
      if (is_target(option)) with_target.push_back("positional");
      continue;
    }
    words.insert(words.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    auto& names = option.names_file ? with_file : is_target(option) ? with_target : with_value;
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return fmt::format("options='{}' with_value='{}' with_file='{}' with_target='{}' positional='{}'",
                     fmt::join(words, " "), fmt::join(with_value, " "), fmt::join(with_file, " "),
                     fmt::join(with_target, " "), fmt::join(positional, " "));
}

/// A case statement that sets `words` to the permitted values of the option ahead of the cursor.
std::string choices(const CommandText& command, const std::string& indent) {
  std::string cases;
  for (const OptionText& option : command.options)
    if (!option.choices.empty())
      cases += fmt::format("{}{}) words='{}' ;;\n", indent, fmt::join(option.names, "|"),
                           fmt::join(option.choices, " "));
  return cases.empty() ? cases : fmt::format("{0}case $previous in\n{1}{0}esac\n", indent.substr(2), cases);
}

std::string subcommand_case(const CommandText& program, const CommandText& command) {
  const std::string name = last_word(command.name);
  const char* otherwise = name == program.default_command ? "|*" : "";
  return fmt::format("    {}{})\n      {}\n{}      ;;\n", name, otherwise, variables(command),
                     choices(command, "        "));
}

}  // namespace

std::string bash_completion(const CommandText& program) {
  const std::string function = function_of(program.name);
  const auto words = 1 + std::ranges::count(program.name, ' ');
  std::vector<std::string> names;
  for (const CommandText& command : program.commands) names.push_back(last_word(command.name));
  std::string script = fmt::format(
      R"bash(# Completion of {0}, made from what its --help says; do not edit.
{1}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local first=${{COMP_WORDS[{2}]}} words= word {3}
  [ "$current" != = ] || current=
  [ "$previous" != = ] || previous=${{COMP_WORDS[COMP_CWORD - 2]}}
)bash",
      program.name, function, words, variables(program));
  // A subcommand with a command line of its own, such as idn_server relay, has a function of its own.
  script += fmt::format(
      R"bash(  if [ "$COMP_CWORD" -gt {0} ] && declare -F "{1}_$first" >/dev/null; then "{1}_$first"; return; fi
)bash",
      words, function);
  script += choices(program, "    ");
  std::string cases;
  // The default command also matches any other first word (*), so its case comes last.
  for (const bool is_default : {false, true})
    for (const CommandText& command : program.commands)
      if ((last_word(command.name) == program.default_command) == is_default)
        cases += subcommand_case(program, command);
  if (!cases.empty()) script += fmt::format("  case $first in\n{}  esac\n", cases);
  script += fmt::format(
      R"bash(  COMPREPLY=()
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    compopt +o default
  elif [[ " $with_file " == *" $previous "* ]]; then
    return  # bash completes names of files
  elif [[ " $with_value " == *" $previous "* ]]; then
    compopt +o default
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ " $with_target " == *" $previous "* || "$COMP_CWORD" -gt {0} && " $with_target " == *" positional "* ]]; then
    # Not by compgen: it would expand names, which come from the network.
    while IFS= read -r word; do
      word=$(printf %q "$word")
      [[ $word != "$current"* ]] || COMPREPLY+=("$word")
    done < <(idn_sender venue --names 2>/dev/null; idn_sender scan --names --duration 300ms 2>/dev/null)
    compopt +o default
  elif [ -n "$positional" ]; then
    COMPREPLY=($(compgen -W "$positional" -- "$current"))
    compopt +o default
  elif [ "$COMP_CWORD" -eq {0} ]; then
    COMPREPLY=($(compgen -W "{1}$(compgen -A function {2}_ | sed 's/^{2}_/ /')" -- "$current"))
  fi
}}
)bash",
      words, fmt::join(names, " "), function);
  if (words == 1) script += fmt::format("complete -o default -F {} {}\n", function, program.name);
  return script;
}

}  // namespace idn::cli
