// SPDX-License-Identifier: MIT
#include "samples.hpp"

#include <cstddef>

#include "arrays.hpp"
#include "bind.hpp"

namespace nb = nanobind;

namespace idn::python {
namespace {

nb::object package_samples() {
  return nb::module_::import_("idn._samples");
}

nb::dict sample_layout() {
  using S = LaserSample;
  return Layout(sizeof(S))
      .add("x", "i2", offsetof(S, x))
      .add("y", "i2", offsetof(S, y))
      .add("r", "u2", offsetof(S, r))
      .add("g", "u2", offsetof(S, g))
      .add("b", "u2", offsetof(S, b))
      .add("intensity", "u2", offsetof(S, intensity))
      .add("u1", "u2", offsetof(S, u1))
      .add("u2", "u2", offsetof(S, u2))
      .add("u3", "u2", offsetof(S, u3))
      .add("x_prime", "i2", offsetof(S, x_prime))
      .add("z", "i2", offsetof(S, z))
      .get();
}

}  // namespace

SampleView::SampleView(nb::handle samples) : array_(package_samples().attr("as_samples")(samples)) {
  if (PyObject_GetBuffer(array_.ptr(), &octets_, PyBUF_SIMPLE) != 0) throw nb::python_error();
}

SampleView::~SampleView() {
  PyBuffer_Release(&octets_);
}

std::span<const LaserSample> SampleView::get() const noexcept {
  return {static_cast<const LaserSample*>(octets_.buf),
          static_cast<std::size_t>(octets_.len) / sizeof(LaserSample)};
}

nb::object to_array(std::vector<LaserSample>&& samples) {
  return octets_of(std::move(samples)).attr("view")(package_samples().attr("sample_dtype"));
}

void bind_samples(nb::module_& module) {
  module.def("sample_layout", &sample_layout, nb::sig("def sample_layout() -> typing.Any"),
             "Layout of a sample, for numpy.dtype().");
}

}  // namespace idn::python
