// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace idn::test {

/// The indices of `count` datagrams in the order in which they arrive: some lost, some twice, some late by up
/// to kMostOvertakings places. To be called within a property.
std::vector<std::size_t> any_arrivals(std::size_t count);
inline constexpr int kMostOvertakings = 20;

/// 0, 1, 2 ... as a perfect network delivers them.
std::vector<std::size_t> in_order(std::size_t count);

}  // namespace idn::test
