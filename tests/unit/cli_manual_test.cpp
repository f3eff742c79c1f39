// SPDX-License-Identifier: MIT
// Man pages and shell completions have the content of --help.
#include "cli/command_text.hpp"
#include "support/catch.hpp"

using namespace idn::cli;

namespace {

CommandText example() {
  OptionText late{
      .names = {"-l", "--late"}, .value = "NAME", .choices = {"drop", "play"}, .description = "what to do"};
  late.heading = "Options";
  OptionText file{
      .names = {"FILE"}, .is_positional = true, .is_required = true, .value = "TEXT", .description = "a film"};
  CommandText show{.name = "projector show", .description = "Shows it", .footer = "Exit codes\n  0  seen\n"};
  show.options = {late, file};
  return {.name = "projector",
          .description = "Shows films: all.\n.ild too, don't worry.",
          .footer = "Reels\n  One behind\n  the other.\n    a = 1\n\nExamples\n  projector show a\n",
          .default_command = "show",
          .commands = {show}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a man page has the parts that man and whatis look for", "[cli]") {
  const std::string page = man_page(example(), "1.2");
  CHECK(has(page, ".TH PROJECTOR 1 \"\" \"idn 1.2\""));
  CHECK(has(page, ".SH NAME\nprojector \\- shows films\n"));
  CHECK(has(page, ".SS projector show\n"));
  CHECK(has(page, ".TP\n\\fB\\-l\\fR, \\fB\\-\\-late\\fR \\fINAME\\fR\nwhat to do\n"));
  CHECK(has(page, " \\fIFILE\\fR\n"));
}

TEST_CASE("a man page has commands of commands too", "[cli]") {
  CommandText program = example();
  program.commands[0].commands.push_back({.name = "projector show twice", .description = "Shows it again"});
  const std::string page = man_page(program, "1.2");
  CHECK(has(page, ".SS projector show\n.B projector show\n[\\fIOPTION\\fR]... \\fIFILE\\fR\n"));
  CHECK(has(page, ".SS projector show twice\n"));
  CHECK(page.find("projector show twice") < page.find(".SH REELS"));
}

TEST_CASE("in a man page no line of text is a request, and tables keep their lines", "[cli]") {
  const std::string page = man_page(example(), "1.2");
  CHECK(has(page, "\\&.ild too, don\\(aqt worry."));
  CHECK(
      has(page,
          ".SH REELS\nOne behind\nthe other.\n.nf\n  a = 1\n.fi\n.SH EXAMPLES\n.nf\nprojector show a\n.fi\n"));
  CHECK(has(page, ".B Exit codes\n.br\n.nf\n0  seen\n.fi\n"));
}

TEST_CASE("a completion knows commands, options and what values may be", "[cli]") {
  const std::string script = bash_completion(example());
  CHECK(has(script, "_projector() {"));
  CHECK(has(script, "complete -o default -F _projector projector"));
  CHECK(has(script, "show|*)\n      options='-l --late' with_value='-l --late' with_file=''"));
  CHECK(has(script, "-l|--late) words='drop play' ;;"));
  const std::string of_command = bash_completion({.name = "projector relay"});
  CHECK(has(of_command, "_projector_relay() {"));
  CHECK_FALSE(has(of_command, "complete -o"));
}
