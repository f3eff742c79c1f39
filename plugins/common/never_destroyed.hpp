// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

namespace idn::plugins {

/// The one T of this module, which is never destroyed: at the end of a process threads of the host may still
/// call. It lies in the module itself, so that nothing is left of it when that is unloaded.
template <class T>
T& never_destroyed() {
  alignas(T) static std::byte place[sizeof(T)];
  static T* const made = new (place) T;
  return *made;
}

}  // namespace idn::plugins
