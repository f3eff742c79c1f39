// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

namespace idn::plugins {

/// The singleton of type T of this module, which is never destroyed, since threads of the host may still call
/// at the end of the process. Static storage of the module, so that nothing leaks when it is unloaded.
template <class T>
T& never_destroyed() {
  alignas(T) static std::byte storage[sizeof(T)];
  static T* const object = new (storage) T;
  return *object;
}

}  // namespace idn::plugins
