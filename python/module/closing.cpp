// SPDX-License-Identifier: MIT
#include "closing.hpp"

#include <algorithm>
#include <vector>

namespace nb = nanobind;

namespace idn::python {
namespace {

/// Guarded by the GIL.
std::vector<Closable*>& living() {
  static std::vector<Closable*> objects;
  return objects;
}

}  // namespace

Closable::Closable() {
  living().push_back(this);
}

Closable::~Closable() {
  std::erase(living(), this);
}

void Closable::close_all() {
  while (!living().empty()) {
    Closable* const youngest = living().back();
    living().pop_back();
    const nb::object keep = youngest->self();
    youngest->close();
  }
}

}  // namespace idn::python
