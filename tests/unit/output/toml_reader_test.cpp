// SPDX-License-Identifier: MIT
#include "output/toml_reader.hpp"

#include "support/catch.hpp"

namespace idn::output {
namespace {

const std::string kFile = "show.toml";

/// Reads "gain", which must be from 0.5 to 2; 1 if it is missing.
double gain_of(std::string_view text) {
  const toml::table table = parse_toml(text, kFile);
  double gain = 1;
  TomlReader(table, kFile).read("gain", gain, 0.5, 2);
  return gain;
}

std::string complaint_about(std::string_view text) try {
  return "none, but " + std::to_string(gain_of(text));
} catch (const BadToml& bad) {
  return bad.text;
}

/// Reads "key"; `value` if it is missing.
template <class T>
T read(std::string_view text, T value) {
  const toml::table table = parse_toml(text, kFile);
  TomlReader(table, kFile).read("key", value);
  return value;
}

TEST_CASE("a number with limits is what the file says, within them", "[output]") {
  CHECK(gain_of("") == 1);
  CHECK(gain_of("gain = 0.5") == 0.5);
  CHECK(gain_of("gain = 1.25") == 1.25);
  CHECK(gain_of("gain = 2") == 2);
  const std::string limits = "show.toml:1:8: gain has to be a number from 0.5 to 2";
  CHECK(complaint_about("gain = 0.49") == limits);
  CHECK(complaint_about("gain = 2.01") == limits);
  CHECK(complaint_about("gain = nan") == "show.toml:1:8: gain has to be a number");
}

TEST_CASE("a key that is missing leaves its value, and one of another kind is an error", "[output]") {
  CHECK(read("", true));
  CHECK_FALSE(read("key = false", true));
  CHECK(read("key = true", false));
  CHECK_THROWS_AS(read("key = 1", false), BadToml);
  CHECK(read("", std::string("old")) == "old");
  CHECK(read("key = \"new\"", std::string("old")) == "new");
  CHECK_THROWS_AS(read("key = true", std::string("old")), BadToml);
}

TEST_CASE("a whole number with limits is what the file says, within them", "[output]") {
  const auto count_of = [](std::string_view text) {
    const toml::table table = parse_toml(text, kFile);
    std::int64_t count = 7;
    TomlReader(table, kFile).read("count", count, 1, 9);
    return count;
  };
  CHECK(count_of("") == 7);
  CHECK(count_of("count = 1") == 1);
  CHECK(count_of("count = 9") == 9);
  CHECK_THROWS_AS(count_of("count = 10"), BadToml);
  CHECK_THROWS_AS(count_of("count = 0"), BadToml);
  CHECK_THROWS_AS(count_of("count = 1.5"), BadToml);
}

}  // namespace
}  // namespace idn::output
