// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

namespace idn::python {

/// What has threads of its own, and must end before the interpreter does: their callbacks need it, and the
/// laser is to be dark by then. Made and destroyed with the GIL held.
class Closable {
 public:
  Closable();
  virtual ~Closable();
  Closable(const Closable&) = delete;
  Closable& operator=(const Closable&) = delete;

  /// Called with the GIL, without which it waits. Any number of times.
  virtual void close() = 0;
  /// The Python object around this one.
  virtual nanobind::object self() = 0;

  /// Of what is open, the youngest first.
  static void close_all();
};

}  // namespace idn::python
