// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <vector>

#include "idn/sample.hpp"

/// Samples as numpy arrays of the structured type idn.sample_dtype, which has the memory layout of LaserSample.
/// nanobind's arrays do not support structured types, so they are passed as octets and viewed as that type. All
/// functions need the GIL, except SampleView::get() and reading the samples that it returns.
namespace idn::python {

/// The samples of any object that idn.as_samples() accepts; without a copy for an array of idn.sample_dtype.
class SampleView {
 public:
  explicit SampleView(nanobind::handle samples);
  ~SampleView();
  SampleView(const SampleView&) = delete;
  SampleView& operator=(const SampleView&) = delete;

  std::span<const LaserSample> get() const noexcept;

 private:
  nanobind::object array_;
  Py_buffer octets_{};
};

/// Moves samples into an array of idn.sample_dtype, without a copy.
nanobind::object to_array(std::vector<LaserSample>&& samples);

}  // namespace idn::python
