// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace idn {

/// Of all processors that matter here.
inline constexpr std::size_t kCacheLine = 64;

/// Begins to fetch what lies there into the cache, without waiting for it. Nothing but a hint.
/// Threads: any. Real-time: yes.
// Always inline: of a call that only does this GCC thinks that it does nothing.
[[gnu::always_inline]] inline void prefetch([[maybe_unused]] const void* place) noexcept {
#ifdef __GNUC__
  __builtin_prefetch(place);
#endif
}

}  // namespace idn
