// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

#include "idn/bytes.hpp"

/// A fuzz target is one source file that defines `void run_NAME(ConstBytes input)`, and a line in
/// CMakeLists.txt. No input may crash it; require() checks conditions that must hold for every input. It is
/// linked with libFuzzer (preset "fuzz"), and with a program that runs all targets on corpus and vectors in
/// every test run.
namespace idn::fuzz {

/// Aborts if the condition is false, unlike assert() in every kind of build; libFuzzer saves the input as a
/// finding.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: what must always hold does not\n", where.file_name(), where.line());
  std::abort();
}

}  // namespace idn::fuzz
