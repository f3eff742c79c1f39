// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

#include "idn/bytes.hpp"

/// A fuzz target is one source file that defines run(), and a line in CMakeLists.txt. It is linked with
/// libFuzzer (preset "fuzz"), and with a driver that runs it on corpus and vectors in every test run.
namespace idn::fuzz {

/// Runs the target on one input. No input may crash it; require() checks conditions that must hold for every
/// input.
void run(ConstBytes input);

/// Aborts if the condition is false, unlike assert() in every kind of build; libFuzzer saves the input as a
/// finding.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: what must always hold does not\n", where.file_name(), where.line());
  std::abort();
}

}  // namespace idn::fuzz
