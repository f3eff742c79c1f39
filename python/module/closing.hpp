// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

namespace idn::python {

/// Base of objects with threads of their own. They must be closed before the interpreter ends, since their
/// callbacks need it, and since lasers must be dark then. Created and destroyed with the GIL held.
class Closable {
 public:
  Closable();
  virtual ~Closable();
  Closable(const Closable&) = delete;
  Closable& operator=(const Closable&) = delete;

  /// Called with the GIL, and releases it while waiting. May be called repeatedly.
  virtual void close() = 0;
  /// The Python object that contains this one.
  virtual nanobind::object self() = 0;

  /// Closes all objects that exist, the newest first.
  static void close_all();
};

}  // namespace idn::python
