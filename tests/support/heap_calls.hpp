// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn::test {

/// Counts the allocations of the whole process during its lifetime. Only in executables that contain
/// heap_calls.cpp, which replaces the global operator new. One object at a time.
class HeapCalls {
 public:
  HeapCalls();
  ~HeapCalls();
  HeapCalls(const HeapCalls&) = delete;
  HeapCalls& operator=(const HeapCalls&) = delete;

  std::size_t count() const noexcept;
};

/// Octets that the process has allocated by operator new and not freed, in executables as above.
std::size_t heap_octets() noexcept;

}  // namespace idn::test
