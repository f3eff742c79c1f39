// SPDX-License-Identifier: MIT
#include "closing.hpp"

#include <algorithm>
#include <vector>

namespace nb = nanobind;

namespace idn::python {
namespace {

/// Guarded by the GIL.
std::vector<Closable*>& open_objects() {
  static std::vector<Closable*> objects;
  return objects;
}

}  // namespace

Closable::Closable() {
  open_objects().push_back(this);
}

Closable::~Closable() {
  std::erase(open_objects(), this);
}

void Closable::close_all() {
  while (!open_objects().empty()) {
    Closable* const newest = open_objects().back();
    open_objects().pop_back();
    const nb::object reference = newest->self();
    newest->close();
  }
}

}  // namespace idn::python
