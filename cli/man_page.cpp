// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "cli/command_text.hpp"

namespace idn::cli {
namespace {

/// Escapes the characters that are special in roff, also those that are at the beginning of a line.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else if (c == '\'')
      escaped += "\\(aq";
    else
      escaped += c;
    begins_line = c == '\n';
  }
  return escaped;
}

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// "Receives streams: and more. A second sentence." -> "receives streams".
std::string summary(const std::string& description) {
  std::string text = on_one_line(description);
  text = text.substr(0, std::min(text.find(". "), text.find(": ")));
  if (text.ends_with('.')) text.pop_back();
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// Whether a line is printed as it is, as those of tables, examples and files; other text is filled to the
/// width of the terminal.
bool is_verbatim_line(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  return indent > 2 || line.find("  ", indent) != std::string_view::npos ||
         line.substr(indent).starts_with("idn_") || line.find(" | ") != std::string_view::npos;
}

/// Converts the footer of --help: its headings become sections (.SH) of a program's page, or bold paragraphs in
/// the section of a subcommand.
class Footer {
 public:
  explicit Footer(bool of_program) : of_program_(of_program) {}

  void add(const std::string& line) {
    if (line.empty()) {
      needs_paragraph_ = true;
      return;
    }
    if (line.front() != ' ' && is_heading(line)) return add_heading(line);
    if (std::exchange(needs_paragraph_, false)) page_ += is_verbatim_ ? "\n" : ".PP\n";
    const bool verbatim = in_examples_ || is_verbatim_line(line);
    if (verbatim != is_verbatim_) page_ += verbatim ? ".nf\n" : ".fi\n";
    is_verbatim_ = verbatim;
    const std::size_t indent = std::min<std::size_t>(line.find_first_not_of(' '), 2);
    page_ += roff(std::string_view(line).substr(indent)) + "\n";
  }

  std::string page() && {
    if (std::exchange(is_verbatim_, false)) page_ += ".fi\n";
    return std::move(page_);
  }

 private:
  /// Of a line at the left edge; sentences there are text, not headings.
  static bool is_heading(const std::string& line) {
    return line.size() < 40 && line.find_first_of(".:") == line.npos;
  }

  void add_heading(const std::string& line) {
    if (std::exchange(is_verbatim_, false)) page_ += ".fi\n";
    needs_paragraph_ = false;  // a heading makes its own gap
    in_examples_ = line == "Examples";
    page_ +=
        of_program_ ? fmt::format(".SH {}\n", roff(upper(line))) : fmt::format(".PP\n.B {}\n.br\n", roff(line));
  }

  bool of_program_;
  bool is_verbatim_ = false;     ///< in no-fill mode (.nf): lines are printed as they are
  bool needs_paragraph_ = true;  ///< an empty line is due ahead of the next line
  bool in_examples_ = false;
  std::string page_;
};

std::string footer(const CommandText& command, bool of_program) {
  Footer footer(of_program);
  std::istringstream lines(command.footer);
  for (std::string line; std::getline(lines, line);) footer.add(line);
  return std::move(footer).page();
}

std::string synopsis(const CommandText& command) {
  std::string line = fmt::format(".B {}\n[\\fIOPTION\\fR]...", roff(command.name));
  // COMMAND is left out if the program has positionals, too; the sections of its commands show their synopses.
  if (!command.commands.empty() && std::ranges::none_of(command.options, &OptionText::is_positional))
    line += command.default_command.empty() ? " \\fICOMMAND\\fR ..." : " [\\fICOMMAND\\fR] ...";
  for (const OptionText& option : command.options) {
    if (!option.is_positional) continue;
    const std::string word =
        fmt::format("\\fI{}\\fR{}", roff(option.names.front()), option.is_repeatable ? "..." : "");
    line += option.is_required ? " " + word : fmt::format(" [{}]", word);
  }
  return line + "\n";
}

std::string option_head(const OptionText& option) {
  if (option.is_positional) return fmt::format("\\fI{}\\fR", roff(option.names.front()));
  std::string head;
  for (const std::string& name : option.names)
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", roff(name));
  if (!option.value.empty()) head += fmt::format(" \\fI{}\\fR", roff(option.value));
  return head;
}

std::string option_entry(const OptionText& option) {
  std::string description = roff(option.description);
  for (auto at = description.find('\n'); at != description.npos; at = description.find('\n', at + 5))
    description.replace(at, 1, "\n.br\n");
  return fmt::format(".TP\n{}\n{}\n", option_head(option), description);
}

/// Positionals, then the options by heading; those under the heading "Options" first.
std::string options(const CommandText& command) {
  std::vector<std::string> headings{"Options"};
  std::string page;
  for (const OptionText& option : command.options) {
    if (option.is_positional)
      page += option_entry(option);
    else if (std::ranges::count(headings, option.heading) == 0)
      headings.push_back(option.heading);
  }
  for (const std::string& heading : headings) {
    if (heading != headings.front()) page += fmt::format(".PP\n.B {}\n", roff(heading));
    for (const OptionText& option : command.options)
      if (!option.is_positional && option.heading == heading) page += option_entry(option);
  }
  return page;
}

std::string subcommand(const CommandText& command) {
  std::string page =
      fmt::format(".SS {}\n{}.PP\n{}.\n", roff(command.name), synopsis(command), roff(command.description)) +
      options(command) + footer(command, false);
  for (const CommandText& within : command.commands) page += subcommand(within);
  return page;
}

}  // namespace

std::string man_page(const CommandText& program, const std::string& version) {
  std::string title = program.name;
  std::ranges::replace(title, ' ', '-');
  std::string page = fmt::format(
      ".\\\" Made from what {0} --help says; do not edit.\n.TH {1} 1 \"\" \"idn {2}\" \"User Commands\"\n.SH "
      "NAME\n"
      "{3} \\- {4}\n.SH SYNOPSIS\n{5}",
      program.name, upper(title), version, title, roff(summary(program.description)), synopsis(program));
  page += fmt::format(".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}", roff(program.description), options(program));
  if (!program.commands.empty()) page += ".SH COMMANDS\n";
  for (const CommandText& command : program.commands) page += subcommand(command);
  return page + footer(program, true);
}

}  // namespace idn::cli
