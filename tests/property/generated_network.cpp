// SPDX-License-Identifier: MIT
#include "property/generated_network.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

namespace idn::test {
namespace {

/// Lateness of each copy of a datagram, in places; no copies: lost.
using Copies = std::vector<int>;

rc::Gen<Copies> any_copies() {
  const auto lateness = rc::gen::weightedOneOf<int>(
      {{8, rc::gen::just(0)}, {1, rc::gen::just(2)}, {1, rc::gen::inRange(1, kMostOvertakings)}});
  return rc::gen::weightedOneOf<Copies>({{1, rc::gen::just(Copies{})},
                                         {8, rc::gen::container<Copies>(1, lateness)},
                                         {1, rc::gen::container<Copies>(2, lateness)}});
}

}  // namespace

std::vector<std::size_t> any_arrivals(std::size_t count) {
  const auto network = *rc::gen::container<std::vector<Copies>>(count, any_copies()).as("how late copies are");
  struct Arrival {
    std::size_t place;
    std::size_t index;
  };
  std::vector<Arrival> arrivals;
  for (std::size_t i = 0; i < count; ++i)
    for (const int late : network[i]) arrivals.push_back({i + static_cast<std::size_t>(late), i});
  std::ranges::stable_sort(arrivals, {}, &Arrival::place);
  std::vector<std::size_t> order;
  for (const Arrival& arrival : arrivals) order.push_back(arrival.index);
  return order;
}

std::vector<std::size_t> in_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

}  // namespace idn::test
