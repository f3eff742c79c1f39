// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/failure.hpp"
#include "cli/version.hpp"

namespace idn::cli {
namespace {

/// The subcommand that was chosen, else the program itself.
const CLI::App& chosen(const CLI::App& app) {
  const auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : chosen(*subcommands.front());
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

/// In the order given, which the library turns round.
std::string unexpected(const CLI::App& app) {
  const auto words = app.remaining(true);
  const bool are_options = std::ranges::all_of(words, [](const auto& word) { return word.starts_with("-"); });
  if (!are_options) return fmt::format("not understood: {}", fmt::join(words, " "));
  return fmt::format("unknown option{} {}", words.size() == 1 ? "" : "s", fmt::join(words, ", "));
}

std::string missing_subcommand(const CLI::App& app) {
  const auto words = app.remaining();
  const auto names = names_of_subcommands(app);
  if (words.empty()) return "a subcommand is missing; choose " + names;
  const char* what = words.front().starts_with("-") ? "option" : "subcommand";
  return fmt::format("unknown {} {}; choose {}", what, words.front(), names);
}

/// The library says "--rate: At Most 1 required but received 2" or "--rate: 1 required N missing".
std::string wrong_number_of_values(const std::string& text) {
  const auto option = text.substr(0, text.find(':'));
  const bool is_missing = text.ends_with("missing");
  return fmt::format("{} {}", option, is_missing ? "needs a value" : "is given more than once");
}

/// The library says "Could not convert: --json = x".
std::string wrong_flag(const std::string& text) {
  const auto name = text.find("--");
  return name == std::string::npos ? text : fmt::format("{} is not possible", text.substr(name));
}

/// The library's words where they say it all.
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

/// Marks an option that names a file to write.
constexpr char kOutput[] = "file to write";

/// What an option was given.
struct Given {
  const CLI::Option* option;
  std::string value;
  bool is_output;
};

bool is_output(CLI::Option& option) try {
  return option.get_validator(kOutput) != nullptr;
} catch (const CLI::OptionNotFound&) {
  return false;
}

void add_given(CLI::App& app, std::vector<Given>& all) {
  for (CLI::Option* option : app.get_options([](CLI::Option* o) { return o->count() > 0; }))
    for (const auto& value : option->results())
      // The library puts an empty value behind each list of an option that takes several.
      if (!value.empty() || !option->get_inject_separator()) all.push_back({option, value, is_output(*option)});
  for (CLI::App* subcommand : app.get_subcommands()) add_given(*subcommand, all);
}

/// Devices may be written by several. Links and other ways to a file are seen through.
bool are_same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool is_there = fs::exists(one, error);
  if (is_there && !fs::is_regular_file(one, error)) return false;
  return is_there ? fs::equivalent(one, other, error) : one == other;
}

void check_values(CLI::App& app) {
  std::vector<Given> all;
  add_given(app, all);
  for (const Given& given : all)
    if (given.value.empty())
      throw wrong_value(given.option->get_name(), "is empty; give a value or leave it out");
  for (const Given& output : all)
    for (const Given& other : all)
      if (output.is_output && other.option != output.option && are_same_file(output.value, other.value))
        throw wrong_value(output.option->get_name(),
                          fmt::format("{} is that of {} as well; choose another file", output.value,
                                      other.option->get_name()));
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

Option Option::values(int least, int most) const {
  return Option(option_->expected(least, most));
}

bool Option::is_given() const {
  return option_->count() > 0;
}

std::string Option::name() const {
  return option_->get_name();
}

Command Command::add_subcommand(const std::string& name, const std::string& description) const {
  return Command(*app_->add_subcommand(name, description));
}

bool Command::has_subcommand(const std::string& name) const {
  return !app_->get_subcommands([&](const CLI::App* command) { return command->get_name() == name; }).empty();
}

void Command::require_subcommand() const {
  app_->require_subcommand(1);
}

void Command::footer(const std::string& text) const {
  app_->footer(text);
}

void Command::hide() const {
  app_->group("");
}

std::vector<Option> Command::options() const {
  std::vector<Option> all;
  for (CLI::Option* option : app_->get_options())
    if (option != app_->get_help_ptr()) all.emplace_back(option);
  return all;
}

void Command::check(std::function<void()> check) const {
  app_->parse_complete_callback(std::move(check));
}

void Command::callback(std::function<void()> callback) const {
  app_->callback(std::move(callback));
}

Option Command::add_flag(const std::string& names, bool& value, const std::string& description) const {
  return Option(app_->add_flag(names, value, description));
}

Option Command::add_option(const std::string& names, std::string& value, const std::string& description) const {
  return Option(app_->add_option(names, value, description));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& description) const {
  return Option(app_->add_option(names, values, description));
}

Option Command::add_option(const std::string& names, std::vector<std::vector<std::string>>& groups,
                           const std::string& description) const {
  return Option(app_->add_option(names, groups, description));
}

Option Command::add_option(const std::string& names, TakeText take, const std::string& description) const {
  return Option(app_->add_option_function<std::string>(names, take, description));
}

Option Command::add_repeatable(const std::string& names, TakeText take, const std::string& description) const {
  const auto take_all = [take = std::move(take)](const std::vector<std::string>& values) {
    std::ranges::for_each(values, take);
  };
  return Option(app_->add_option_function<std::vector<std::string>>(names, take_all, description)
                    ->expected(1)
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
}

Option Command::add_list(const std::string& names, TakeWords take, const std::string& description) const {
  return Option(app_->add_option_function<std::vector<std::string>>(names, take, description)->delimiter(','));
}

Option Command::add_output_file(const std::string& names, std::string& path,
                                const std::string& description) const {
  const auto complaint = [](const std::string& value) -> std::string {
    return value == "-" ? "- is where the report goes; give a file, or /dev/stdout to have both there" : "";
  };
  const CLI::Validator mark(complaint, "", kOutput);
  return Option(app_->add_option(names, path, description)->check(mark)->type_name("FILE"));
}

Option Command::add_number(const std::string& names, double& value, double least, double most,
                           const std::string& description) const {
  const auto take = [&value, names, least, most](const std::string& text) {
    // Written so that what is not a number lies outside, too.
    const auto number = parse_number(text);
    if (!number || !(*number >= least && *number <= most))
      throw wrong_value(names, fmt::format("\"{}\" is not a number from {} to {}", text, least, most));
    value = *number;
  };
  return add_option(names, take, fmt::format("{} [{}]", description, value)).type_name("X");
}

Option Command::add_duration(const std::string& names, Duration& value, const std::string& description) const {
  const auto take = [&value, names](const std::string& text) {
    const auto duration = parse_duration(text);
    if (!duration) throw wrong_value(names, fmt::format("\"{}\" is not a time such as 10s or 250ms", text));
    if (*duration == Duration::zero()) throw wrong_value(names, "has to be longer than nothing, or left out");
    value = *duration;
  };
  return add_option(names, take, description).type_name("TIME");
}

Program::Program(const std::string& name, const std::string& description, Help help)
    : Program(std::make_unique<CLI::App>(description, name)) {
  if (help == Help::None) app().set_help_flag();
  // Paths may begin with a slash on every system; subcommands inherit it.
  app().allow_windows_style_options(false);
}

Program::Program(std::unique_ptr<CLI::App> app) : Command(*app), owned_(std::move(app)) {}

Program::~Program() = default;

std::optional<int> Program::parse(int argc, const char* const* argv) {
  const auto report = [this](std::string_view mistake) {
    fmt::print(stderr, "{}: {}; see {} --help\n", app().get_name(), mistake, full_name(chosen(app())));
    return kUsage;
  };
  app().set_version_flag("--version", app().get_name() + " " + kVersion);
  try {
    app().parse(argc, argv);
    check_values(app());
    return std::nullopt;
  } catch (const CLI::CallForHelp& help) {
    return app().exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app().exit(version);
  } catch (const CLI::ParseError& error) {
    return report(explain(app(), error));
  } catch (const WrongValue& error) {
    return report(error.what());
  }
}

void Program::parse_line(const std::string& where, const std::string& line) {
  try {
    app().parse(line);
    check_values(app());
  } catch (const CLI::ParseError& error) {
    throw Failure(kUsage, fmt::format("{}: {}", where, explain(app(), error)));
  } catch (const WrongValue& error) {
    throw Failure(kUsage, fmt::format("{}: {}", where, error.what()));
  }
}

}  // namespace idn::cli
