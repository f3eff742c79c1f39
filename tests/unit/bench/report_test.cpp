// SPDX-License-Identifier: MIT
#include "bench/report/spread.hpp"
#include "bench/report/table.hpp"
#include "support/catch.hpp"

using namespace idn::bench;

TEST_CASE("a table is Markdown with aligned columns", "[bench]") {
  Table table({"sender", "p50 us"});
  table.add({"hybrid", "0.42"});
  table.add({"a long name"});
  CHECK(table.text() ==
        "| sender      | p50 us |\n"
        "|-------------|-------:|\n"
        "| hybrid      |   0.42 |\n"
        "| a long name |        |\n");
}

TEST_CASE("a title of one letter still makes Markdown", "[bench]") {
  CHECK(Table({"n"}, 0).text() == "|   n |\n|----:|\n");
}

TEST_CASE("the median of an odd number of rounds is one of them", "[bench]") {
  const auto spread = spread_of({5, 1, 3});
  REQUIRE(spread);
  CHECK(spread->median == 3);
  CHECK(spread->least == 1);
  CHECK(spread->most == 5);
}

TEST_CASE("the median of an even number of rounds lies between the two in the middle", "[bench]") {
  CHECK(spread_of({8, 1, 2, 4})->median == 3);
}

TEST_CASE("without rounds there is no spread", "[bench]") {
  CHECK_FALSE(spread_of({}).has_value());
  CHECK(text_of(std::nullopt) == "-");
}

TEST_CASE("a ratio is taken round by round", "[bench]") {
  const auto paired = ratio({10, 40, 90}, {1, 20, 30});
  REQUIRE(paired);
  CHECK(paired->least == 2);
  CHECK(paired->median == 3);
  CHECK(paired->most == 10);
}

TEST_CASE("a ratio leaves out rounds that have no counterpart or nothing to divide by", "[bench]") {
  const auto paired = ratio({10, 40, 90}, {0, 20});
  REQUIRE(paired);
  CHECK(paired->least == 2);
  CHECK(paired->most == 2);
  CHECK_FALSE(ratio({1}, {0}).has_value());
}

TEST_CASE("rates count in millions per second", "[bench]") {
  CHECK(millions_per_second(100, {50})->median == 2000);  // 100 samples in 50 ns
}

TEST_CASE("numbers keep three digits", "[bench]") {
  CHECK(number(0.5214) == "0.521");
  CHECK(number(6.8142) == "6.81");
  CHECK(number(46.24) == "46.2");
  CHECK(number(1790.4) == "1790");
  CHECK(number(-46.24) == "-46.2");
}

TEST_CASE("a spread shows its ends unless all rounds agree", "[bench]") {
  CHECK(text_of(spread_of({6.81, 6.12, 7.4})) == "6.81 (6.12..7.40)");
  CHECK(text_of(spread_of({0, 0, 0}), 0) == "0");
  CHECK(text_of(spread_of({999.9996, 1000.0012}), 3) == "1000.000 (1000.000..1000.001)");
}
