// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/units.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// Command lines, parsed by CLI11. This header hides CLI11: every source that defines options would have to
/// include it, and would take three times as long to compile (docs/adr/0012).
namespace idn::cli {

/// An invalid value of an option; Program::parse() prints the message.
class WrongValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @param names all names of the option, "--rate,-r"; the message begins with the first
WrongValue wrong_value(const std::string& names, const std::string& what);

/// Parses `text` as an integer in [least, most]; suffixes as in "100k" are allowed. Throws WrongValue.
std::uint64_t read_count(const std::string& names, const std::string& text, std::uint64_t least,
                         std::uint64_t most);

/// Receives the value of an option as text; throws WrongValue if it is invalid.
using TakeText = std::function<void(const std::string&)>;
using TakeWords = std::function<void(const std::vector<std::string>&)>;

/// A callback that parses the text with `parse`, which returns an optional or similar, and passes the value to
/// `take`. Throws WrongValue, `"TEXT" is not WHAT`, if the optional is empty.
template <class Parse, class Take>
TakeText take_parsed(const std::string& names, Parse parse, Take take, const std::string& what) {
  return [=](const std::string& text) {
    const auto value = parse(text);
    if (!value) throw wrong_value(names, fmt::format("\"{}\" is not {}", text, what));
    take(*value);
  };
}

/// Handle of one option or positional argument, which the command owns.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  bool operator==(const Option&) const = default;

  Option required() const;
  Option needs(Option other) const;
  Option excludes(Option other) const;
  /// Placeholder of the value in --help, such as FILE; empty for a positional whose name suffices.
  Option type_name(const std::string& name) const;
  /// The heading in --help under which it is listed.
  Option group(const std::string& heading) const;
  /// Its values are names of files to read: parsing fails if an output file of another option is the same file.
  Option reads_files() const;
  /// Permitted values, "one, two", for shell completion; they are not checked here.
  Option choices(const std::string& names) const;
  /// Number of values per occurrence.
  Option values(int least, int most) const;

  /// After parsing.
  bool is_given() const;
  std::string name() const;

 private:
  CLI::Option* option_;
};

/// Handle of a program's command or subcommand, to which options are added: names as in "--rate,-r", of
/// positionals "FILE". Parsing writes the values to the variables passed by reference, so these must still
/// exist then.
class CommandLine {
 public:
  CommandLine add_subcommand(const std::string& name, const std::string& description) const;
  bool has_subcommand(const std::string& name) const;
  void require_subcommand() const;
  /// Text that --help prints after the options.
  void footer(const std::string& text) const;
  /// Omits this subcommand from the --help of the program.
  void hide() const;
  /// All options added so far, except --help.
  std::vector<Option> options() const;
  /// Lists these options, added before, under a heading of their own, and only by --help-all.
  void fold(const std::string& heading, std::initializer_list<const char*> names) const;

  /// `check` is called after all options of the command have been parsed; it throws WrongValue for invalid
  /// combinations.
  void check(std::function<void()> check) const;
  /// `callback` is called after check() if this command was chosen.
  void callback(std::function<void()> callback) const;

  Option add_flag(const std::string& names, bool& value, const std::string& description) const;
  Option add_option(const std::string& names, std::string& value, const std::string& description) const;
  /// Takes several values: a positional takes a sequence, an option one value per occurrence ("-x 1 -x 2").
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& description) const;
  /// A positional that takes all words after "--", the command line of another program, unchanged.
  Option add_words(const std::string& name, std::vector<std::string>& words,
                   const std::string& description) const;
  /// Takes one group of values per occurrence.
  Option add_option(const std::string& names, std::vector<std::vector<std::string>>& groups,
                    const std::string& description) const;
  Option add_option(const std::string& names, TakeText take, const std::string& description) const;
  /// May be given more than once; `take` is called for each value.
  Option add_repeatable(const std::string& names, TakeText take, const std::string& description) const;
  /// Takes words separated by commas.
  Option add_list(const std::string& names, TakeWords take, const std::string& description) const;

  /// Names a file to write; "-" is refused, as programs print to standard output themselves.
  Option add_output_file(const std::string& names, std::string& path, const std::string& description) const;
  /// Any number within [least, most]; --help shows `value` as its default.
  Option add_number(const std::string& names, double& value, double least, double most,
                    const std::string& description) const;
  /// A time such as "10s" or "250ms"; "0ms" is an error unless it is the `least`.
  Option add_duration(const std::string& names, Duration& value, const std::string& description,
                      Duration least = Duration{1}) const;

  /// An integer in [least, most], see read_count().
  template <std::unsigned_integral Count>
  Option add_count(const std::string& names, Count& value, std::uint64_t least, std::uint64_t most,
                   const std::string& description) const {
    const auto take = [&value, names, least, most](const std::string& text) {
      value = static_cast<Count>(read_count(names, text, least, most));
    };
    return add_option(names, take, description).type_name("N");
  }

  /// See take_parsed().
  template <class Parse, class Take>
  Option add_parsed(const std::string& names, Parse parse, Take take, const std::string& what,
                    const std::string& description) const {
    return add_option(names, take_parsed(names, parse, take, what), description);
  }

  /// A value by name: `from_name` returns an optional or similar. `choices` lists the names for messages and
  /// shell completion.
  template <class T, class FromName>
  Option add_choice(const std::string& names, T& value, FromName from_name, const std::string& choices,
                    const std::string& description) const {
    const auto take = [&value, names, from_name, choices](const std::string& text) {
      const auto found = from_name(text);
      if (!found) throw wrong_value(names, fmt::format("\"{}\" is none of {}", text, choices));
      value = *found;
    };
    return add_option(names, take, description).type_name("NAME").choices(choices);
  }

 protected:
  explicit CommandLine(CLI::App& app) : app_(&app) {}
  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

/// Whether a parser has the option --help; parsers for the lines of a file need none.
enum class Help { Shown, None };

/// The command line parser of a program; owns its options and subcommands.
class Program : public CommandLine {
 public:
  Program(const std::string& name, const std::string& description, Help help = Help::Shown);
  ~Program();

  /// Adds a line to the output of --version, for optional features of this build.
  void add_to_version(const std::string& note) { version_note_ = "\n" + note; }

  /// The subcommand that the program itself inserts if none is given; for the man page and shell completion
  /// only.
  void set_default_subcommand(const std::string& name) { default_subcommand_ = name; }

  /// Adds --version and parses the command line. Prints --help, --help-all (also what fold() hides), --version,
  /// or a one-line error that refers to
  /// --help. Errors are also: an empty value, the name of another option as a value, and an output file that
  /// another option names, too.
  /// @return the exit code if the program should end now
  ///
  /// "--generate-man" or "--generate-completion" as the last word prints the text of --help as a man page or a
  /// bash completion script, for packages; --help does not list them.
  std::optional<int> parse(int argc, const char* const* argv);

  /// Parses one line of a file; words with spaces are quoted. Throws Failure, whose message begins with
  /// `where`.
  void parse_line(const std::string& where, const std::string& line);

 private:
  explicit Program(std::unique_ptr<CLI::App> app);
  std::optional<std::string> generate(const std::string& what);
  std::unique_ptr<CLI::App> owned_;
  std::string version_note_;
  std::string default_subcommand_;
};

}  // namespace idn::cli
