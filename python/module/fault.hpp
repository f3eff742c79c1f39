// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include "idn/result.hpp"

/// Conversion of faults to the exception idn.Fault. Call with the GIL.
namespace idn::python {

/// Creates the exception without raising it.
nanobind::object fault_object(const Error& fault);
[[noreturn]] void raise(const Error& fault);

inline void check(const Result<void>& result) {
  if (!result) raise(result.error());
}

template <class T>
T value_of(Result<T>&& result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

}  // namespace idn::python
