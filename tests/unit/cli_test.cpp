// SPDX-License-Identifier: MIT
#include "cli/command_line.hpp"

#include <filesystem>
#include <fstream>
#include "cli/failure.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace idn;
using namespace idn::cli;
using namespace std::chrono_literals;

TEST_CASE("counts are read as people write them", "[cli]") {
  CHECK(parse_count("100k") == 100'000);
  CHECK(parse_count("1.5M") == 1'500'000);
  CHECK(parse_count("30000") == 30'000);
  CHECK(parse_count("44.1k") == 44'100);
  for (const char* bad : {"", "k", "-1", "1.5", "0.0001k", "1kk", "1 k", "nan", "inf", "1e30", "12x"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_count(bad).has_value());
  }
}

TEST_CASE("times are read as people write them", "[cli]") {
  CHECK(parse_duration("10") == Duration(10s));
  CHECK(parse_duration("10s") == Duration(10s));
  CHECK(parse_duration("250ms") == Duration(250ms));
  CHECK(parse_duration("250us") == Duration(250us));
  CHECK(parse_duration("1.5m") == Duration(90s));
  CHECK(parse_duration("1h") == Duration(1h));
  for (const char* bad : {"", "s", "-1s", "10 s", "10ns", "nan", "1e99"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_duration(bad).has_value());
  }
}

TEST_CASE("numbers and octets are read whole or not at all", "[cli]") {
  CHECK(parse_number("-1.5e3") == -1500.0);
  CHECK(parse_octet("236") == 0xEC);
  CHECK(parse_octet("0xEC") == 0xEC);
  for (const char* bad : {"", "x", "1.5x", "1 ", "--1"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_number(bad).has_value());
    CHECK_FALSE(parse_octet(bad).has_value());
  }
  for (const char* bad : {"256", "0x100", "-1", "0x", "EC"}) CHECK_FALSE(parse_octet(bad).has_value());
}

TEST_CASE("distances are read in kilometres", "[cli]") {
  CHECK(parse_kilometres("100km") == 100);
  CHECK(parse_kilometres("0.5") == 0.5);
  CHECK(parse_kilometres("20000km") == 20'000);
  for (const char* bad : {"", "km", "-1", "100m", "100 km", "20001", "nan"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_kilometres(bad).has_value());
  }
}

TEST_CASE("elapsed time and rates are short", "[cli]") {
  CHECK(format_elapsed(0s) == "00:00.0");
  CHECK(format_elapsed(83'460ms) == "01:23.4");
  CHECK(format_elapsed(2h + 3min + 4'050ms) == "2:03:04.0");
  CHECK(format_bytes_per_second(0) == "0 B/s");
  CHECK(format_bytes_per_second(716'400) == "716 kB/s");
  CHECK(format_bytes_per_second(1.25e6) == "1.2 MB/s");
}

TEST_CASE("what a program throws becomes its exit code", "[cli]") {
  CHECK(run_main("t", [] { return 1; }) == 1);
  CHECK(run_main("t", []() -> int { throw Failure(kUsage, "wrong"); }) == kUsage);
  CHECK(run_main("t", []() -> int { throw std::runtime_error("odd"); }) == kEnvironment);
  CHECK(run_main("t", []() -> int { throw std::bad_alloc(); }) == kEnvironment);
}

TEST_CASE("an empty value is a mistake, and so is a file to write that another option names", "[cli]") {
  const test::TemporaryFolder folder;
  const auto input = folder / "input";
  std::ofstream(input) << "content";
  std::error_code no_links;
  std::filesystem::create_symlink(input, folder / "link", no_links);
  const auto parsed = [](std::vector<std::string> words) {
    Program app("prog", "test");
    std::string read, page, table, title;
    app.add_option("FILE", read, "what is read").reads_files();
    app.add_option("--title", title, "of the page");
    app.add_output_file("--page", page, "written");
    app.add_output_file("--table", table, "written");
    words.insert(words.begin(), "prog");
    std::vector<const char*> pointers;
    for (const auto& word : words) pointers.push_back(word.c_str());
    return app.parse(static_cast<int>(pointers.size()), pointers.data());
  };
  CHECK_FALSE(parsed({input, "--page", folder / "page", "--table", folder / "table"}));
#ifndef _WIN32
  CHECK_FALSE(parsed({input, "--page", "/dev/null", "--table", "/dev/null"}));
#endif
  CHECK(parsed({""}) == kUsage);
  CHECK(parsed({input, "--page", ""}) == kUsage);
  CHECK(parsed({input, "--page", input}) == kUsage);
  if (!no_links) CHECK(parsed({input, "--page", folder / "link"}) == kUsage);
  CHECK(parsed({input, "--page", folder / "both", "--table", folder / "both"}) == kUsage);
  CHECK(parsed({input, "--page", folder / "both", "--table", folder / "none/../both"}) == kUsage);
  // If a value is missing, the next option is not taken for it; a file may be named like an option.
  CHECK(parsed({input, "--page", "--table"}) == kUsage);
  CHECK_FALSE(parsed({input, "--title", folder / "page", "--page", folder / "page"}));
  CHECK_FALSE(parsed({input, "--title", "-50"}));
}

TEST_CASE("options that take several values take one each time, and lists one with commas", "[cli]") {
  std::vector<std::string> files, names, words, allowed;
  const auto parsed = [&](std::vector<const char*> arguments) {
    files = names = words = allowed = {};
    Program app("prog", "test");
    app.add_option("FILE", files, "files");
    app.add_option("--name", names, "repeatable");
    app.add_list("--words", [&](const auto& list) { words = list; }, "a list");
    app.add_repeatable("--allow", [&](const auto& text) { allowed.push_back(text); }, "repeatable");
    arguments.insert(arguments.begin(), "prog");
    return app.parse(static_cast<int>(arguments.size()), arguments.data());
  };
  using Texts = std::vector<std::string>;
  CHECK_FALSE(parsed({"--name", "a", "--name", "b", "one", "--words", "c,d", "two", "--allow", "e", "three"}));
  CHECK(files == Texts{"one", "two", "three"});
  CHECK(names == Texts{"a", "b"});
  CHECK(words == Texts{"c", "d"});
  CHECK(allowed == Texts{"e"});
  CHECK_FALSE(parsed({"--allow", "a", "--allow", "b"}));
  CHECK(allowed == Texts{"a", "b"});
  CHECK(parsed({"--name", ""}) == kUsage);
}

TEST_CASE("the words of a line in a file are kept together by quotes, empty ones included", "[cli]") {
  std::string name;
  std::vector<std::string> files;
  const auto parsed = [&](const std::string& line) {
    files = {};
    Program app("prog", "test", Help::None);
    app.add_option("--name", name, "a name");
    app.add_option("FILE", files, "files");
    app.parse_line("file:1", line);
  };
  parsed("\t'one two'  dir/\"a b\".ild --name 'it\"s'\r");
  CHECK(files == std::vector<std::string>{"one two", "dir/a b.ild"});
  CHECK(name == "it\"s");
  CHECK_THROWS_WITH(parsed("--name '' one"), "file:1: --name: is empty; give a value or leave it out");
  CHECK_THROWS_WITH(parsed("--nonsense 3"), "file:1: unknown option --nonsense");
}

TEST_CASE("mistakes on the command line are usage errors, help is not", "[cli]") {
  Program app("prog", "test");
  std::uint64_t count = 0;
  Duration time{}, pause{1s};
  app.add_count("--count", count, 1, 1000, "a count");
  app.add_duration("--time", time, "a time");
  app.add_duration("--pause", pause, "a time, or none", 0ms);
  const auto parsed = [&](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "prog");
    return app.parse(static_cast<int>(arguments.size()), arguments.data());
  };
  CHECK_FALSE(parsed({"--count", "1k", "--time", "2ms"}).has_value());
  CHECK(count == 1000);
  CHECK(time == Duration(2ms));
  CHECK(parsed({"--count", "1001"}) == kUsage);
  CHECK(parsed({"--count", "0"}) == kUsage);
  CHECK(parsed({"--time", "soon"}) == kUsage);
  CHECK(parsed({"--time", "0"}) == kUsage);
  CHECK_FALSE(parsed({"--pause", "0ms"}).has_value());
  CHECK(pause == 0ms);
  CHECK(parsed({"--nonsense"}) == kUsage);
  CHECK(parsed({"--help"}) == kOk);
  CHECK(parsed({"--count", "0", "--help"}) == kOk);
}

TEST_CASE("a class of scanners is told in thousands of points, with k or without", "[cli]") {
  CHECK(cli::parse_kpps("30k") == 30);
  CHECK(cli::parse_kpps("30") == 30);
  CHECK(cli::parse_kpps("12.5") == 12.5);
  for (const char* const wrong : {"", "k", "0.5", "201k", "30000", "30 k", "fast"})
    CHECK_FALSE(cli::parse_kpps(wrong));
}

TEST_CASE("a moment is told to the nanosecond, before 1970 too", "[cli]") {
  CHECK(cli::utc(std::chrono::nanoseconds(1'700'000'000'123'456'789)) == "2023-11-14T22:13:20.123456789Z");
  CHECK(cli::utc(std::chrono::nanoseconds(-1)) == "1969-12-31T23:59:59.999999999Z");
  CHECK(cli::utc(std::chrono::nanoseconds::max()) == "2262-04-11T23:47:16.854775807Z");
}
