// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

#include "idn/bytes.hpp"

/// What a fuzz target consists of: one source file that defines run() and a line in CMakeLists.txt. The same
/// body is linked with libFuzzer (preset "fuzz") and with a driver that replays corpus and vectors in every
/// test run.
namespace idn::fuzz {

/// Any input must be survived; the body checks with require() what must hold whatever the input is.
void run(ConstBytes input);

/// Unlike assert() in every kind of build; libFuzzer keeps the input that ends here as a finding.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: what must always hold does not\n", where.file_name(), where.line());
  std::abort();
}

}  // namespace idn::fuzz
