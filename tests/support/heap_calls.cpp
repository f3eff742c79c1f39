// SPDX-License-Identifier: MIT
#include "support/heap_calls.hpp"

#include <cstdlib>
#include <new>

namespace {
bool counting = false;
std::size_t allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  if (counting) ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (counting) ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace idn::test {

HeapCalls::HeapCalls() {
  allocations = 0;
  counting = true;
}
HeapCalls::~HeapCalls() {
  counting = false;
}
std::size_t HeapCalls::count() const noexcept {
  return allocations;
}

}  // namespace idn::test
