// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace idn::test {

/// The indices of `count` datagrams in the order of arrival: some lost, some duplicated, some late by up to
/// kMostOvertakings places. Call only within a property.
std::vector<std::size_t> any_arrivals(std::size_t count);
inline constexpr int kMostOvertakings = 20;

/// 0, 1, 2 ...: the order of arrival in a network without faults.
std::vector<std::size_t> in_order(std::size_t count);

}  // namespace idn::test
