// SPDX-License-Identifier: MIT
#include "idn_parser/input/read_ahead.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"

using namespace idn::parser;

namespace {

using Numbers = std::vector<int>;

Numbers up_to(int last) {
  Numbers numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

/// 1, 2, ... up to `last`.
ReadAhead<int>::Fill count_to(int last) {
  return [=, next = 0](int& number) mutable {
    number = ++next;
    return number <= last;
  };
}

}  // namespace

TEST_CASE("what is read ahead comes in order and as a whole", "[parser]") {
  const bool in_thread = GENERATE(false, true);
  const int last = GENERATE(0, 1, 3, 4, 5, 20'000);
  CAPTURE(in_thread, last);
  ReadAhead<int> ahead(count_to(last), in_thread);
  Numbers seen;
  while (const int* const number = ahead.next()) seen.push_back(*number);
  CHECK(seen == up_to(last));
}

TEST_CASE("only so many batches are filled ahead", "[parser]") {
  std::atomic<int> filled = 0;
  int most_ahead = 0;
  int seen = 0;
  const auto fill = [&](int& number) {
    number = ++filled;
    return number <= 2000;
  };
  ReadAhead<int> ahead(fill, true);
  while (ahead.next() != nullptr) most_ahead = std::max(most_ahead, filled - ++seen);
  CHECK(seen == 2000);
  // One batch more than the pool has: that of the caller, which is filled again while the caller waits.
  CHECK(most_ahead <= static_cast<int>(ReadAhead<int>::kBatches) + 1);
}

TEST_CASE("an error while reading ahead comes behind what was read before it", "[parser]") {
  const bool in_thread = GENERATE(false, true);
  CAPTURE(in_thread);
  const auto fill = [next = 0](int& number) mutable {
    number = ++next;
    if (number == 500) throw std::runtime_error("no more");
    return true;
  };
  ReadAhead<int> ahead(fill, in_thread);
  for (int expected = 1; expected < 500; ++expected) {
    const int* const number = ahead.next();
    REQUIRE(number != nullptr);
    REQUIRE(*number == expected);
  }
  CHECK_THROWS_AS(ahead.next(), std::runtime_error);
}

TEST_CASE("who reads ahead ends with its owner, whatever is left", "[parser]") {
  const int taken = GENERATE(0, 1, 100);
  CAPTURE(taken);
  // A source without end.
  ReadAhead<int> ahead([](int&) { return true; }, true);
  for (int i = 0; i < taken; ++i) REQUIRE(ahead.next() != nullptr);
}
