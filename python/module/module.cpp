// SPDX-License-Identifier: MIT
#include "bind.hpp"
#include "closing.hpp"

NB_MODULE(_idn, module) {
  namespace python = idn::python;
  module.attr("version") = IDN_VERSION;
  module.doc() = "Internal part of the package idn, which should be imported instead.";
  python::bind_samples(module);
  python::bind_status(module);
  python::bind_events(module);
  python::bind_engine(module);
  python::bind_drawing(module);
  python::bind_device(module);
  python::bind_devices(module);
  python::bind_receiver(module);
  python::bind_files(module);
  // Runs before the interpreter ends, which callbacks need.
  nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&python::Closable::close_all));
}
