// SPDX-License-Identifier: MIT
#include "toml/toml_table.hpp"

#include "support/catch.hpp"

namespace idn {
namespace {

/// What `read` returns for the root table of `text`.
template <class Read>
auto read(const std::string& text, Read read) {
  decltype(read(std::declval<TomlTable&>())) value{};
  TomlTable::read_root(text, "show.toml", [&](TomlTable& table) { value = read(table); });
  return value;
}

double gain_of(const std::string& text) {
  return read(text, [](TomlTable& table) { return table.real("gain", 1, 0.5, 2); });
}
std::int64_t count_of(const std::string& text) {
  return read(text, [](TomlTable& table) { return table.number("count", 7, 1, 9); });
}
bool flag_of(const std::string& text, bool fallback) {
  return read(text, [&](TomlTable& table) { return table.flag("key", fallback); });
}
std::string text_of(const std::string& text) {
  return read(text, [](TomlTable& table) { return table.text("key", "old"); });
}

template <class Call>
std::string complaint_about(Call call) try {
  call();
  return "none";
} catch (const BadToml& bad) {
  return bad.text;
}

TEST_CASE("a number with limits is what the file says, within them", "[output]") {
  CHECK(gain_of("") == 1);
  CHECK(gain_of("gain = 0.5") == 0.5);
  CHECK(gain_of("gain = 1.25") == 1.25);
  CHECK(gain_of("gain = 2") == 2);
  const std::string limits = "show.toml:1:8: gain has to be a number from 0.5 to 2";
  CHECK(complaint_about([] { gain_of("gain = 0.49"); }) == limits);
  CHECK(complaint_about([] { gain_of("gain = 2.01"); }) == limits);
  CHECK(complaint_about([] { gain_of("gain = nan"); }) == "show.toml:1:8: gain has to be a number");
}

TEST_CASE("a key that is missing leaves its value, and one of another kind is an error", "[output]") {
  CHECK(flag_of("", true));
  CHECK_FALSE(flag_of("key = false", true));
  CHECK(flag_of("key = true", false));
  CHECK_THROWS_AS(flag_of("key = 1", false), BadToml);
  CHECK(text_of("") == "old");
  CHECK(text_of("key = \"new\"") == "new");
  CHECK(text_of("key = \"\"").empty());
  CHECK_THROWS_AS(text_of("key = true"), BadToml);
}

TEST_CASE("a whole number with limits is what the file says, within them", "[output]") {
  CHECK(count_of("") == 7);
  CHECK(count_of("count = 1") == 1);
  CHECK(count_of("count = 9") == 9);
  CHECK(complaint_about([] { count_of("count = 10"); }) ==
        "show.toml:1:9: count has to be a whole number from 1 to 9");
  CHECK_THROWS_AS(count_of("count = 0"), BadToml);
  CHECK_THROWS_AS(count_of("count = 1.5"), BadToml);
}

}  // namespace
}  // namespace idn
