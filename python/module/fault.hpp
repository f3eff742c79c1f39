// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include "idn/client/fault.hpp"

/// Conversion of faults to the exception idn.Fault. Call with the GIL.
namespace idn::python {

/// Creates the exception without raising it.
nanobind::object fault_object(const client::Fault& fault);
[[noreturn]] void raise(const client::Fault& fault);

inline void check(const client::Expected<void>& result) {
  if (!result) raise(result.error());
}

template <class T>
T value_of(client::Expected<T>&& result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

}  // namespace idn::python
