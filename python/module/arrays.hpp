// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

namespace idn::python {

/// Moves the content of a vector into a numpy array of octets, without a copy. Call with the GIL.
template <class T>
nanobind::object octets_of(std::vector<T>&& values) {
  auto* const owned = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(owned,
                                [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, std::uint8_t, nanobind::ndim<1>>(
      owned->data(), {owned->size() * sizeof(T)}, owner));
}

/// Argument of numpy.dtype() for a C++ structure: its size, and its fields with their offsets.
class Layout {
 public:
  explicit Layout(std::size_t size) : size_(size) {}

  Layout& add(const char* name, const char* format, std::size_t offset) {
    names_.append(name);
    formats_.append(format);
    offsets_.append(offset);
    return *this;
  }
  nanobind::dict get() const {
    nanobind::dict layout;
    layout["names"] = names_;
    layout["formats"] = formats_;
    layout["offsets"] = offsets_;
    layout["itemsize"] = size_;
    return layout;
  }

 private:
  std::size_t size_;
  nanobind::list names_;
  nanobind::list formats_;
  nanobind::list offsets_;
};

}  // namespace idn::python
