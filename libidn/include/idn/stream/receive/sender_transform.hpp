// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>

#include "idn/endpoint.hpp"
#include "idn/sample.hpp"

namespace idn::stream {

/// How the samples of all senders in a subnet are transformed.
struct SenderTransform {
  Subnet network;               ///< which senders
  SampleTransform transform{};  ///< what is done to their samples
};

/// The transform of the first entry that contains `source`, else none. Valid as long as `options`.
inline const SampleTransform& transform_for(std::span<const SenderTransform> options,
                                            const Endpoint& source) noexcept {
  static constexpr SampleTransform kNone;
  const auto found =
      std::ranges::find_if(options, [&](const auto& option) { return option.network.contains(source); });
  return found == options.end() ? kNone : found->transform;
}

}  // namespace idn::stream
