// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

/// Decodes datagrams of Open Sound Control 1.0 (opensoundcontrol.org/spec-1_0). Pure.
namespace idn::sender::osc {

/// A number (of any type; true is 1, false is 0), a text, a blob, or something that is none of them. Texts and
/// blobs point into the datagram.
using Argument = std::variant<std::monostate, double, std::string_view, ConstBytes>;

struct Message {
  std::string_view address{};  ///< begins with a slash; points into the datagram
  std::vector<Argument> arguments{};
  /// The time tag of its bundle, since 1970 by the wall clock; nothing: at once.
  std::optional<Duration> at{};

  /// The first argument, if it is a number.
  std::optional<double> number() const noexcept;
};

/// The messages of a datagram in order, including those of bundles. Nothing if any
/// part of the datagram is malformed.
std::optional<std::vector<Message>> decode(ConstBytes datagram);

}  // namespace idn::sender::osc
