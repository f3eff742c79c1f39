// SPDX-License-Identifier: MIT
#include "support/heap_calls.hpp"

#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> counting = false;
std::atomic<std::size_t> allocations_so_far = 0;
std::atomic<std::size_t> octets_in_use = 0;

std::size_t size_of(void* memory) {
#if defined(_WIN32)
  return _msize(memory);
#elif defined(__APPLE__)
  return malloc_size(memory);
#else
  return malloc_usable_size(memory);
#endif
}

void* allocate(std::size_t size) noexcept {
  if (counting) ++allocations_so_far;
  void* const memory = std::malloc(size);
  if (memory != nullptr) octets_in_use += size_of(memory);
  return memory;
}

void release(void* memory) noexcept {
  if (memory != nullptr) octets_in_use -= size_of(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
void operator delete(void* memory) noexcept {
  release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  release(memory);
}

namespace idn::test {

HeapCalls::HeapCalls() {
  allocations_so_far = 0;
  counting = true;
}
HeapCalls::~HeapCalls() {
  counting = false;
}
std::size_t HeapCalls::count() const noexcept {
  return allocations_so_far;
}

std::size_t heap_octets() noexcept {
  return octets_in_use;
}

}  // namespace idn::test
