// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "idn/stream/receive/receiver.hpp"

namespace idn::parser {

/// "192.168.1.20:mirror-x,mirror-y", "10.0.0.0/8:use-intensity", "fe80::1:swap-xy". Empty for text of another
/// form.
std::optional<stream::SenderTransform> parse_source(std::string_view text);

}  // namespace idn::parser
