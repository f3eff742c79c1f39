// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn::test {

/// Counts the allocations of the whole process while it lives. Only in executables that contain heap_calls.cpp,
/// which replaces the global operator new.
class HeapCalls {
 public:
  HeapCalls();
  ~HeapCalls();
  HeapCalls(const HeapCalls&) = delete;
  HeapCalls& operator=(const HeapCalls&) = delete;

  std::size_t count() const noexcept;
};

/// What the process holds of the heap just now, in executables as above.
std::size_t heap_octets() noexcept;

}  // namespace idn::test
