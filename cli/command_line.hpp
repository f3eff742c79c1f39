// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstdint>
#include <functional>
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

/// Command lines. CLI11 does the work, behind this header: a source that includes it, and each of ours that
/// describes options would, takes three times as long to compile (docs/adr/0012).
namespace idn::cli {

/// A mistake in the value of an option, told to people by Program::parse().
class WrongValue : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `names` as the option was given them, "--rate,-r".
WrongValue wrong_value(const std::string& names, const std::string& what);

/// `text` as a whole number within [least, most], "100k" and the like included. Throws WrongValue.
std::uint64_t read_count(const std::string& names, const std::string& text, std::uint64_t least,
                         std::uint64_t most);

/// Takes the value of an option as it was given; throws WrongValue where it cannot.
using TakeText = std::function<void(const std::string&)>;
using TakeWords = std::function<void(const std::vector<std::string>&)>;

/// Takes what `parse` understands, which returns something like an optional: else "TEXT" is not `what`.
template <class Parse, class Take>
TakeText take_parsed(const std::string& names, Parse parse, Take take, const std::string& what) {
  return [=](const std::string& text) {
    const auto value = parse(text);
    if (!value) throw wrong_value(names, fmt::format("\"{}\" is not {}", text, what));
    take(*value);
  };
}

/// One option or positional of a command, which owns it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  bool operator==(const Option&) const = default;

  Option required() const;
  Option needs(Option other) const;
  Option excludes(Option other) const;
  /// What --help shows for its value; nothing for a positional whose name says it.
  Option type_name(const std::string& name) const;
  /// The heading of --help under which it stands.
  Option group(const std::string& heading) const;
  /// It names files, which no other option may write.
  Option reads_files() const;
  /// What its value may be, "one, two", for shells to complete.
  Option choices(const std::string& names) const;
  /// How many values it takes each time it is given.
  Option values(int least, int most) const;

  /// Once parsed.
  bool is_given() const;
  std::string name() const;

 private:
  CLI::Option* option_;
};

/// A command of a program, owned by that, to which options are added: names as in "--rate,-r" or "FILE".
/// Values are written when the line is parsed, to places that have to be there still.
class Command {
 public:
  Command add_subcommand(const std::string& name, const std::string& description) const;
  bool has_subcommand(const std::string& name) const;
  void require_subcommand() const;
  /// Behind the options of --help.
  void footer(const std::string& text) const;
  /// From the --help of the program.
  void hide() const;
  /// All so far, without --help.
  std::vector<Option> options() const;

  /// Called when all options of the command are read; throws WrongValue where they do not fit together.
  void check(std::function<void()> check) const;
  /// Called behind check() where the command was chosen.
  void callback(std::function<void()> callback) const;

  Option add_flag(const std::string& names, bool& value, const std::string& description) const;
  Option add_option(const std::string& names, std::string& value, const std::string& description) const;
  /// Takes several values: a positional one behind the other, an option each with its name again.
  Option add_option(const std::string& names, std::vector<std::string>& values,
                    const std::string& description) const;
  /// A positional for the words behind "--", the line of another program: any text is one.
  Option add_words(const std::string& name, std::vector<std::string>& words,
                   const std::string& description) const;
  /// Takes groups of values, one each time it is given.
  Option add_option(const std::string& names, std::vector<std::vector<std::string>>& groups,
                    const std::string& description) const;
  Option add_option(const std::string& names, TakeText take, const std::string& description) const;
  /// May be given more than once; `take` gets one value after the other.
  Option add_repeatable(const std::string& names, TakeText take, const std::string& description) const;
  /// Words separated by commas.
  Option add_list(const std::string& names, TakeWords take, const std::string& description) const;

  /// Names a file to write; "-" is refused, as programs print to standard output themselves.
  Option add_output_file(const std::string& names, std::string& path, const std::string& description) const;
  /// Any number within [least, most]; --help shows `value` as its default.
  Option add_number(const std::string& names, double& value, double least, double most,
                    const std::string& description) const;
  /// "10s", "250ms" and the like, but no time of zero.
  Option add_duration(const std::string& names, Duration& value, const std::string& description) const;

  /// "100k" and the like, within [least, most].
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

  /// What `from_name` knows, which returns something like an optional. `choices` for people.
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
  explicit Command(CLI::App& app) : app_(&app) {}
  CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

/// Whether a command line has --help; a line of a file has nobody to read it.
enum class Help { Shown, None };

/// The command line of a program: the command itself, and what it owns.
class Program : public Command {
 public:
  Program(const std::string& name, const std::string& description, Help help = Help::Shown);
  ~Program();

  /// --version tells it as well, on a line of its own: what this build can do and others cannot.
  void add_to_version(const std::string& note) { version_note_ = "\n" + note; }

  /// What a line means that names no subcommand, where the program puts that in itself; for shells to complete.
  void set_default_subcommand(const std::string& name) { default_subcommand_ = name; }

  /// Parses one line, adds --version, and prints --help or one line with the mistake and where to read on.
  /// An empty value is a mistake, so is the name of another option as one, and a file to write that another
  /// option names as well. Returns the exit code where the program should end now.
  ///
  /// "--generate-man" or "--generate-completion" as the last word prints what --help knows as a man page or as
  /// a completion for bash. They are for packages; --help does not list them.
  std::optional<int> parse(int argc, const char* const* argv);

  /// Parses one line of a file, in which words with spaces stand in quotes. Throws Failure with `where` ahead
  /// of the mistake.
  void parse_line(const std::string& where, const std::string& line);

 private:
  explicit Program(std::unique_ptr<CLI::App> app);
  std::optional<std::string> generate(const std::string& what);
  std::unique_ptr<CLI::App> owned_;
  std::string version_note_;
  std::string default_subcommand_;
};

}  // namespace idn::cli
