// SPDX-License-Identifier: MIT
#include "idn_parser/progress.hpp"

#include "support/catch.hpp"

using idn::parser::progress_text;

TEST_CASE("the progress tells share, rate and what is left", "[parser]") {
  CHECK(progress_text(250'000'000, 1'000'000'000, 2) ==
        " 25 %  [#######                       ]  125.0 MB/s, 6 s left");
  CHECK(progress_text(1'000, 1'000, 1) == "100 %  [##############################]  1 kB/s, 0 s left");
  CHECK(progress_text(2'000, 1'000, 1) == "100 %  [##############################]  2 kB/s, 0 s left");
}

TEST_CASE("without a size there is no share to tell", "[parser]") {
  CHECK(progress_text(250'000'000, 0, 2) == "250 MB read, 125.0 MB/s");
  CHECK(progress_text(0, 1'000, 0) == "0 MB read, 0 B/s");
}
