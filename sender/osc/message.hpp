// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "idn/bytes.hpp"

/// Open Sound Control 1.0 (opensoundcontrol.org/spec-1_0): what the octets of a datagram say. Pure.
namespace idn::sender::osc {

/// A number (of any type; true is 1, false is 0), a text, a blob, or something that is none of them. Texts and
/// blobs point into the datagram.
using Argument = std::variant<std::monostate, double, std::string_view, ConstBytes>;

struct Message {
  std::string_view address{};  ///< begins with a slash; points into the datagram
  std::vector<Argument> arguments{};

  /// The first argument, where that is a number.
  std::optional<double> number() const noexcept;
};

/// The messages of a datagram in their order, those of bundles among them, whatever time these are meant for.
/// Nothing where any part is not as it has to be: a datagram counts as a whole.
std::optional<std::vector<Message>> decode(ConstBytes datagram);

}  // namespace idn::sender::osc
