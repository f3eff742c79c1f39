// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include "idn/endpoint.hpp"
#include "idn/sample_transform.hpp"

namespace idn::stream {

/// What is special about the senders of one IPv4 network.
struct SourceOptions {
  std::uint32_t network = 0;       ///< host byte order; host bits do not matter
  std::uint8_t prefix_length = 0;  ///< 0 (everybody) to 32 (one address)
  SampleTransform transform{};

  constexpr bool contains(const Endpoint& source) const noexcept {
    const int host_bits = 32 - std::min<int>(prefix_length, 32);
    return source.is_ipv4() && (std::uint64_t{source.ipv4_address()} ^ network) >> host_bits == 0;
  }
};

/// The transform of the first entry that contains `source`, else none. Valid as long as `options`.
inline const SampleTransform& transform_for(std::span<const SourceOptions> options,
                                            const Endpoint& source) noexcept {
  static constexpr SampleTransform kNone;
  const auto found = std::ranges::find_if(options, [&](const auto& option) { return option.contains(source); });
  return found == options.end() ? kNone : found->transform;
}

}  // namespace idn::stream
