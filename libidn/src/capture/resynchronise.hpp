// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "capture/byte_source.hpp"

namespace idn::capture {

/// Skips to the next place, at least one octet further, where `is_start(octets from there on)` is true.
/// `is_start` gets all octets in view, so that it can also check what follows a packet.
/// @return octets skipped; nothing where the file ends before
template <class IsStart>
std::optional<std::uint64_t> resynchronise(ByteSource& source, IsStart is_start) {
  // Only places in the first half of the view are tested, so that is_start gets at least half a view of octets.
  constexpr std::size_t kExamined = ByteSource::kMostAtOnce / 2;
  const std::uint64_t from = source.position();
  source.skip(1);
  for (;;) {
    const ConstBytes view = source.look(ByteSource::kMostAtOnce);
    for (std::size_t at = 0; at < view.size() && at < kExamined; ++at)
      if (is_start(view.subspan(at))) {
        source.skip(at);
        return source.position() - from;
      }
    if (view.size() <= kExamined) return std::nullopt;
    source.skip(kExamined);
  }
}

}  // namespace idn::capture
