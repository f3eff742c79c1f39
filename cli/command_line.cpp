// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "cli/command_text.hpp"
#include "cli/failure.hpp"
#include "cli/version.hpp"

namespace idn::cli {
namespace {

/// The CLI11 app of a program, with the words after "--", which CLI11 does not keep unchanged.
struct RootApp : CLI::App {
  using CLI::App::App;
  std::vector<std::string> after_dashes{};  ///< words after the first "--"
};

const RootApp& root_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? static_cast<const RootApp&>(app) : root_of(*app.get_parent());
}

std::vector<std::string> words_after_dashes(int argc, const char* const* argv) {
  const auto* const end = argv + argc;
  const auto* const dashes = std::find(argv, end, std::string_view("--"));
  return dashes == end ? std::vector<std::string>{} : std::vector<std::string>(dashes + 1, end);
}

/// Without which options go with which others: whoever combines them wrongly is told.
struct PlainFormatter : CLI::Formatter {
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option);
    return text.substr(0, std::min(text.find(" Needs:"), text.find(" Excludes:")));
  }
};

/// The subcommand that was chosen, else the program itself.
template <class App>
App& chosen(App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : chosen<App>(*subcommands.front());
}

/// "idn_sender pattern".
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::string names_of_subcommands(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(subcommand->get_name());
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Names the words in the order given; CLI11's own message reverses it.
std::string unexpected(const CLI::App& app) {
  const auto words = app.remaining(true);
  auto options = words;
  std::erase_if(options, [](const auto& word) { return !word.starts_with("-"); });
  if (options.empty()) return fmt::format("not understood: {}", fmt::join(words, " "));
  return fmt::format("unknown option{} {}", options.size() == 1 ? "" : "s", fmt::join(options, ", "));
}

std::string missing_subcommand(const CLI::App& app) {
  const auto words = app.remaining();
  const auto names = names_of_subcommands(app);
  if (words.empty()) return "a subcommand is missing; choose " + names;
  const char* what = words.front().starts_with("-") ? "option" : "subcommand";
  return fmt::format("unknown {} {}; choose {}", what, words.front(), names);
}

/// CLI11's text is "--rate: At Most 1 required but received 2" or "--rate: 1 required N missing".
std::string wrong_number_of_values(const std::string& text) {
  const auto option = text.substr(0, text.find(':'));
  const bool is_missing = text.ends_with("missing");
  return fmt::format("{} {}", option, is_missing ? "needs a value" : "is given more than once");
}

/// CLI11's text is "Could not convert: --json = x".
std::string wrong_flag(const std::string& text) {
  const auto name = text.find("--");
  return name == std::string::npos ? text : fmt::format("{} is not possible", text.substr(name));
}

/// Our message for the errors known here, else CLI11's.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(app);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return wrong_number_of_values(error.what());
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return wrong_flag(error.what());
  const bool lacks_subcommand = app.get_require_subcommand_min() > 0 && app.get_subcommands().empty();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (lacks_subcommand) return missing_subcommand(app);
    if (app.remaining_size(true) > 0) return unexpected(app);
  }
  return error.what();
}

/// Names of validators that mark an option as the name of a file.
constexpr char kOutput[] = "file to write", kInput[] = "file to read";

/// Prefix of the name of a validator that holds the permitted values of an option.
constexpr std::string_view kChoices = "choices: ";

bool has_mark(CLI::Option& option, const char* mark) try {
  return option.get_validator(mark) != nullptr;
} catch (const CLI::OptionNotFound&) {
  return false;
}

std::vector<std::string> choices_of(CLI::Option& option) try {
  for (int i = 0;; ++i) {
    const auto& mark = option.get_validator(i)->get_name();
    if (mark.starts_with(kChoices)) return CLI::detail::split_up(mark.substr(kChoices.size()), ',');
  }
} catch (const CLI::OptionNotFound&) {
  return {};
}

OptionText text_of(CLI::Option& option) {
  OptionText text;
  text.is_positional = option.get_positional();
  if (text.is_positional) text.names.push_back(option.get_name());
  for (const auto& name : option.get_snames()) text.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) text.names.push_back("--" + name);
  text.is_required = option.get_required();
  text.is_repeatable = option.get_expected_max() > 1;
  text.names_file = has_mark(option, kOutput) || has_mark(option, kInput) || option.get_type_name() == "FILE";
  if (option.get_type_size_max() > 0) text.value = option.get_type_name();
  text.choices = choices_of(option);
  text.description = option.get_description();
  text.heading = option.get_group();
  return text;
}

/// Without the options and subcommands that --help hides.
CommandText text_of(CLI::App& app) {
  CommandText text;
  text.name = full_name(app);
  text.description = app.get_description();
  text.footer = app.get_footer();
  for (CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) text.options.push_back(text_of(*option));
  for (CLI::App* subcommand : app.get_subcommands([](CLI::App*) { return true; }))
    if (!subcommand->get_group().empty()) text.commands.push_back(text_of(*subcommand));
  return text;
}

/// A file that an option names.
struct NamedFile {
  const CLI::Option* option;
  std::string path;
  bool is_output;
};

void add_files(CLI::App& app, std::vector<NamedFile>& all) {
  for (CLI::Option* option : app.get_options([](CLI::Option* o) { return o->count() > 0; })) {
    const bool is_output = has_mark(*option, kOutput);
    if (is_output || has_mark(*option, kInput))
      for (const auto& value : option->results())
        if (!value.empty())
          all.push_back({option, value, is_output});  // empty: between groups, see with_value()
  }
  for (CLI::App* subcommand : app.get_subcommands()) add_files(*subcommand, all);
}

/// Rejects values that indicate a forgotten one: empty text, often from an unset shell variable, and the name
/// of another option.
CLI::Option* with_value(CLI::App& app, CLI::Option* option) {
  const auto check = [&app, option](const std::string& value) -> std::string {
    // CLI11 separates the groups of an option that takes several by empty values.
    if (value.empty() && !option->get_inject_separator())
      throw wrong_value(option->get_name(), option->get_required() ? "is empty; give a value"
                                                                   : "is empty; give a value or leave it out");
    if (value.starts_with('-') && value.size() > 1 && app.get_option_no_throw(value) != nullptr)
      throw wrong_value(option->get_name(), fmt::format("needs a value ahead of {}", value));
    return {};
  };
  return option->check(CLI::Validator(check, ""));
}

/// One value per occurrence, any number of occurrences.
CLI::Option* repeatable(CLI::Option* option) {
  return option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
}

/// Resolves links and relative paths. Devices and pipes are never the same: several options may write to them.
bool are_same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool is_there = fs::exists(one, error);
  if (is_there && !fs::is_regular_file(one, error)) return false;
  if (is_there) return fs::equivalent(one, other, error);
  const auto whole = [&error](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path), error);
  };
  return whole(one) == whole(other);
}

/// Throws WrongValue for an output file that another option names, too.
void check_files(CLI::App& app) {
  std::vector<NamedFile> all;
  add_files(app, all);
  for (const NamedFile& output : all)
    for (const NamedFile& other : all)
      if (output.is_output && other.option != output.option && are_same_file(output.path, other.path))
        throw wrong_value(output.option->get_name(),
                          fmt::format("{} is that of {} as well; choose another file", output.path,
                                      other.option->get_name()));
}

/// Splits a line into words at spaces outside of quotes.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (const char c : line) {
    const bool is_space = quote == 0 && std::string_view(" \t\r").find(c) != std::string_view::npos;
    if (is_space && word) words.push_back(*std::exchange(word, std::nullopt));
    if (is_space) continue;
    if (!word) word.emplace();
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else
      *word += c;
  }
  if (word) words.push_back(*word);
  return words;
}

constexpr std::string_view kFolded = "More: ";

/// Hides what fold() has folded. @return whether there is any
bool hide_folded(CLI::App& app) {
  bool is_any = false;
  for (CLI::Option* const option : app.get_options()) {
    if (!option->get_group().starts_with(kFolded)) continue;
    option->group("");
    is_any = true;
  }
  return is_any;
}

bool asks_for_help(const CLI::App& app) {
  const CLI::Option* help = chosen(app).get_help_ptr();
  return help != nullptr && help->count() > 0;
}

}  // namespace

WrongValue wrong_value(const std::string& names, const std::string& what) {
  return WrongValue(fmt::format("{}: {}", names.substr(0, names.find(',')), what));
}

std::uint64_t read_count(const std::string& names, const std::string& text, std::uint64_t least,
                         std::uint64_t most) {
  const auto count = parse_count(text);
  if (!count || *count < least || *count > most)
    throw wrong_value(names, fmt::format("\"{}\" is not a number from {} to {}", text, least, most));
  return *count;
}

Option Option::required() const {
  return Option(option_->required());
}

Option Option::needs(Option other) const {
  return Option(option_->needs(other.option_));
}

Option Option::excludes(Option other) const {
  return Option(option_->excludes(other.option_));
}

Option Option::type_name(const std::string& name) const {
  return Option(option_->type_name(name));
}

Option Option::group(const std::string& heading) const {
  return Option(option_->group(heading));
}

Option Option::reads_files() const {
  const auto accept = [](const std::string&) { return std::string(); };
  return Option(option_->check(CLI::Validator(accept, "", kInput)));
}

Option Option::choices(const std::string& names) const {
  const auto accept = [](const std::string&) { return std::string(); };
  return Option(option_->check(CLI::Validator(accept, "", std::string(kChoices) + names)));
}

Option Option::values(int least, int most) const {
  return Option(option_->expected(least, most));
}

bool Option::is_given() const {
  return option_->count() > 0;
}

std::string Option::name() const {
  return option_->get_name();
}

CommandLine CommandLine::add_subcommand(const std::string& name, const std::string& description) const {
  return CommandLine(*app_->add_subcommand(name, description));
}

bool CommandLine::has_subcommand(const std::string& name) const {
  return !app_->get_subcommands([&](const CLI::App* command) { return command->get_name() == name; }).empty();
}

void CommandLine::require_subcommand() const {
  app_->require_subcommand(1);
}

void CommandLine::footer(const std::string& text) const {
  app_->footer(text);
}

void CommandLine::hide() const {
  app_->group("");
}

void CommandLine::fold(const std::string& heading, std::initializer_list<const char*> names) const {
  for (const char* const name : names) app_->get_option(name)->group(std::string(kFolded) + heading);
}

std::vector<Option> CommandLine::options() const {
  std::vector<Option> all;
  for (CLI::Option* option : app_->get_options())
    if (option != app_->get_help_ptr()) all.emplace_back(option);
  return all;
}

void CommandLine::check(std::function<void()> check) const {
  app_->parse_complete_callback(std::move(check));
}

void CommandLine::callback(std::function<void()> callback) const {
  app_->callback(std::move(callback));
}

Option CommandLine::add_flag(const std::string& names, bool& value, const std::string& description) const {
  return Option(app_->add_flag(names, value, description));
}

Option CommandLine::add_option(const std::string& names, std::string& value,
                               const std::string& description) const {
  return Option(with_value(*app_, app_->add_option(names, value, description)));
}

Option CommandLine::add_option(const std::string& names, std::vector<std::string>& values,
                               const std::string& description) const {
  CLI::Option* const option = with_value(*app_, app_->add_option(names, values, description));
  return Option(option->get_positional() ? option : repeatable(option));
}

/// Takes the words from argv, since CLI11 would split "[a,b]" and drop empty words.
Option CommandLine::add_words(const std::string& name, std::vector<std::string>& words,
                              const std::string& description) const {
  const auto take = [app = app_, name, &words](const std::vector<std::string>&) {
    words = root_of(*app).after_dashes;
    if (words.empty()) throw wrong_value(name, "has to stand behind --");
  };
  return Option(app_->add_option_function<std::vector<std::string>>(name, take, description));
}

Option CommandLine::add_option(const std::string& names, std::vector<std::vector<std::string>>& groups,
                               const std::string& description) const {
  return Option(with_value(*app_, app_->add_option(names, groups, description)));
}

Option CommandLine::add_option(const std::string& names, TakeText take, const std::string& description) const {
  return Option(with_value(*app_, app_->add_option_function<std::string>(names, take, description)));
}

Option CommandLine::add_repeatable(const std::string& names, TakeText take,
                                   const std::string& description) const {
  const auto take_all = [take = std::move(take)](const std::vector<std::string>& values) {
    std::ranges::for_each(values, take);
  };
  return Option(repeatable(
      with_value(*app_, app_->add_option_function<std::vector<std::string>>(names, take_all, description))));
}

Option CommandLine::add_list(const std::string& names, TakeWords take, const std::string& description) const {
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(names, take, description);
  return Option(repeatable(with_value(*app_, option->delimiter(','))));
}

Option CommandLine::add_output_file(const std::string& names, std::string& path,
                                    const std::string& description) const {
  const auto refuse_dash = [](const std::string& value) -> std::string {
    return value == "-" ? "- is taken by the report; give a file, or /dev/stdout for both" : "";
  };
  const CLI::Validator mark(refuse_dash, "", kOutput);
  return Option(with_value(*app_, app_->add_option(names, path, description))->check(mark)->type_name("FILE"));
}

Option CommandLine::add_number(const std::string& names, double& value, double least, double most,
                               const std::string& description) const {
  const auto take = [&value, names, least, most](const std::string& text) {
    // Negated, so that NaN is rejected, too.
    const auto number = parse_number(text);
    if (!number || !(*number >= least && *number <= most))
      throw wrong_value(names, fmt::format("\"{}\" is not a number from {} to {}", text, least, most));
    value = *number;
  };
  return add_option(names, take, fmt::format("{} [{}]", description, value)).type_name("X");
}

Option CommandLine::add_duration(const std::string& names, Duration& value, const std::string& description,
                                 Duration least) const {
  const auto take = [&value, names, least](const std::string& text) {
    const auto duration = parse_duration(text);
    if (!duration) throw wrong_value(names, fmt::format("\"{}\" is not a time such as 10s or 250ms", text));
    if (*duration < least) throw wrong_value(names, "has to be longer than 0, or left out");
    value = *duration;
  };
  return add_option(names, take, description).type_name("TIME");
}

Program::Program(const std::string& name, const std::string& description, Help help)
    : Program(std::make_unique<RootApp>(description, name)) {
  if (help == Help::None) app().set_help_flag();
  // No options like /rate, since paths may begin with a slash; subcommands inherit the setting.
  app().allow_windows_style_options(false);
  app().formatter(std::make_shared<PlainFormatter>());
}

Program::Program(std::unique_ptr<CLI::App> app) : CommandLine(*app), owned_(std::move(app)) {}

Program::~Program() = default;

std::optional<int> Program::parse(int argc, const char* const* argv) {
  // By C's output, whose faults flush_output() tells; C++'s forgets the cause.
  std::vector<const char*> words(argv, argv + argc);
  bool shows_all = false;
  const auto dashes =
      std::ranges::find(words, std::string_view("--"), [](const char* word) { return std::string_view(word); });
  std::for_each(words.begin(), dashes, [&](const char*& word) {
    if (std::string_view(word) == "--help-all") word = "--help", shows_all = true;
  });
  const auto print = [&](const CLI::Error& wanted) {
    std::ostringstream text;
    const bool hides = wanted.get_name() == "CallForHelp" && !shows_all && hide_folded(chosen(app()));
    const int code = app().exit(wanted, text, text);
    if (hides) text << "\n--help-all lists more options.\n";
    fmt::print("{}", text.str());
    return code;
  };
  const auto report = [&](std::string_view error) {
    if (asks_for_help(app())) return print(CLI::CallForHelp());
    fmt::print(stderr, "{}: {}; see {} --help\n", app().get_name(), error, full_name(chosen(app())));
    return static_cast<int>(kUsage);
  };
  app().set_version_flag("--version", app().get_name() + " " + kVersion + version_note_);
  if (const auto generated = generate(argc > 1 ? argv[argc - 1] : "")) {
    fmt::print("{}", *generated);
    return static_cast<int>(kOk);
  }
  static_cast<RootApp&>(app()).after_dashes = words_after_dashes(argc, words.data());
  try {
    app().parse(argc, words.data());
    check_files(app());
    return std::nullopt;
  } catch (const CLI::CallForHelp& help) {
    return print(help);
  } catch (const CLI::CallForVersion& version) {
    return print(version);
  } catch (const CLI::ParseError& error) {
    return report(explain(app(), error));
  } catch (const WrongValue& error) {
    return report(error.what());
  }
}

std::optional<std::string> Program::generate(const std::string& what) {
  if (what != "--generate-man" && what != "--generate-completion") return std::nullopt;
  CommandText text = text_of(app());
  text.default_command = default_subcommand_;
  return what == "--generate-man" ? man_page(text, kVersion) : bash_completion(text);
}

void Program::parse_line(const std::string& where, const std::string& line) {
  try {
    auto words = words_of(line);
    std::ranges::reverse(words);  // CLI11 takes them in reverse order
    app().parse(std::move(words));
    check_files(app());
  } catch (const CLI::ParseError& error) {
    throw Failure(kUsage, fmt::format("{}: {}", where, explain(app(), error)));
  } catch (const WrongValue& error) {
    throw Failure(kUsage, fmt::format("{}: {}", where, error.what()));
  }
}

}  // namespace idn::cli
