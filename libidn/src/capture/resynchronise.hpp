// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "idn/capture/byte_source.hpp"

namespace idn::capture {

/// Goes on to the next place where `is_start(octets from there on)` holds, from the next octet on.
/// `is_start` sees as much as the source can show, so that it can look at what follows a packet.
/// @return octets passed over; nothing where the file ends before
template <class IsStart>
std::optional<std::uint64_t> resynchronise(ByteSource& source, IsStart is_start) {
  // Half of what is in view is examined, so that each place is judged by at least the other half.
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
