// SPDX-License-Identifier: MIT
#include "io/platform/affinity.hpp"

#include <windows.h>

#include <climits>

#include "idn/io/send/realtime.hpp"

namespace idn::io {
namespace {

constexpr unsigned kBits = sizeof(DWORD_PTR) * CHAR_BIT;

}  // namespace

/// Only those of the processor group (up to 64) of this process.
std::vector<unsigned> usable_processors() {
  DWORD_PTR usable = 0, of_system = 0;
  std::vector<unsigned> processors;
  if (GetProcessAffinityMask(GetCurrentProcess(), &usable, &of_system) == 0) return processors;
  for (unsigned i = 0; i < kBits; ++i)
    if ((usable >> i & 1) != 0) processors.push_back(i);
  return processors;
}

namespace platform {

struct Affinity::State {
  DWORD_PTR before = 0;  ///< 0: nothing was changed
};

Affinity::Affinity() : state_(std::make_unique<State>()) {}

Affinity::~Affinity() {
  if (state_->before != 0) SetThreadAffinityMask(GetCurrentThread(), state_->before);
}

std::error_code Affinity::bind(const std::vector<unsigned>& processors) noexcept {
  DWORD_PTR wanted = 0;
  for (const unsigned processor : processors)
    if (processor < kBits) wanted |= DWORD_PTR{1} << processor;
  state_->before = SetThreadAffinityMask(GetCurrentThread(), wanted);
  if (state_->before != 0) return {};
  return {static_cast<int>(GetLastError()), std::system_category()};
}

}  // namespace platform
}  // namespace idn::io
