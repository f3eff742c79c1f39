// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <type_traits>

#include "idn/time.hpp"

namespace idn {

/// The member at the end of a path of members, some of them optional: null where one is empty. If `from` is not
/// const, empty ones are filled instead.
template <auto first, auto... rest, class From>
constexpr auto* member_at(From& from) {
  auto& part = from.*first;
  const auto next = [](auto& content) {
    if constexpr (sizeof...(rest) == 0)
      return &content;
    else
      return member_at<rest...>(content);
  };
  if constexpr (requires { part.emplace(); })
    if (!part) part.emplace();
  if constexpr (requires { part.has_value(); })
    return part ? next(*part) : nullptr;
  else
    return next(part);
}

/// That member as a number: durations of integer nanoseconds in seconds, others as they count.
template <class From, auto... path>
constexpr std::optional<double> number_at(const From& from) {
  const auto* const value = member_at<path...>(from);
  if (value == nullptr) return std::nullopt;
  if constexpr (std::is_same_v<decltype(value), const Duration* const>)
    return in_seconds(*value);
  else if constexpr (requires { value->count(); })
    return static_cast<double>(value->count());
  else
    return static_cast<double>(*value);
}

}  // namespace idn
