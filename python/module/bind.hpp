// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

/// The parts of the module, each defined in a source file of its own.
namespace idn::python {

void bind_samples(nanobind::module_& module);
void bind_status(nanobind::module_& module);
void bind_events(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_drawing(nanobind::module_& module);
void bind_device(nanobind::module_& module);
void bind_devices(nanobind::module_& module);
void bind_receiver(nanobind::module_& module);
void bind_files(nanobind::module_& module);

}  // namespace idn::python
