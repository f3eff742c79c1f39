// SPDX-License-Identifier: MIT
#include "fault.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

namespace nb = nanobind;

namespace idn::python {

nb::object fault_object(const Error& fault) {
  return nb::module_::import_("idn._fault").attr("Fault")(to_string(fault.code), fault.text, fault.remedy);
}

void raise(const Error& fault) {
  const nb::object exception = fault_object(fault);
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

}  // namespace idn::python
