// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "idn/endpoint.hpp"
#include "idn/sample_transform.hpp"

namespace idn::parser {

/// How the samples of some senders have to be turned.
struct SourceOption {
  std::array<std::uint8_t, 16> address{};  ///< as in Endpoint
  unsigned prefix_bits = 128;              ///< of `address` that a sender's address shares
  SampleTransform transform;

  bool covers(const Endpoint& sender) const noexcept;
};

/// "192.168.1.20:flip-x,flip-y", "10.0.0.0/8:use-intensity", "fe80::1:swap-xy". Nothing for other text.
std::optional<SourceOption> parse_source(std::string_view text);

/// Of the first option that covers the sender; none by default.
SampleTransform transform_of(std::span<const SourceOption> options, const Endpoint& sender) noexcept;

}  // namespace idn::parser
