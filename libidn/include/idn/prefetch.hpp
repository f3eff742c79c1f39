// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn {

/// Octets of a cache line of x86-64 and of most ARM processors.
inline constexpr std::size_t kCacheLine = 64;

/// Asks the processor to load the cache line at `place`, without waiting for it. A hint only.
/// Threads: any. Real-time: yes.
// Always inline: GCC treats a function that only prefetches as one without effect and may remove the call.
[[gnu::always_inline]] inline void prefetch([[maybe_unused]] const void* place) noexcept {
#ifdef __GNUC__
  __builtin_prefetch(place);
#endif
}

}  // namespace idn
