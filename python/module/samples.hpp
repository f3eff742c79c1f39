// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <span>
#include <vector>

#include "idn/sample.hpp"

/// Samples as numpy has them: structured arrays of idn.sample_dtype, which is LaserSample octet by octet.
/// nanobind's own arrays know no structured types, so octets are handed over and viewed as such. All of it
/// needs the GIL, but for the content of a SampleView.
namespace idn::python {

/// The samples of anything that idn.as_samples() takes; of an array of idn.sample_dtype where they lie.
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

/// An array of idn.sample_dtype, which takes the samples over without a copy.
nanobind::object to_array(std::vector<LaserSample>&& samples);

}  // namespace idn::python
