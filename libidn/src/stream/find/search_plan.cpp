// SPDX-License-Identifier: MIT
#include "stream/find/search_plan.hpp"

#include <algorithm>

namespace idn::stream {
namespace {

constexpr std::uint32_t kLimitedBroadcast = 0xFFFFFFFF;

constexpr bool is_multicast(std::uint32_t address) noexcept {
  return address >> 28 == 0xE;
}

class Planner {
 public:
  explicit Planner(std::span<const NetworkInterface> interfaces) : interfaces_(interfaces) {}

  void add(std::size_t via, const Endpoint& to) {
    const SearchTarget search{via, to, is_to_many(to.ipv4_address())};
    if (searches_.size() < Discovery::kMaxSearchesPerBurst && std::ranges::count(searches_, search) == 0)
      searches_.push_back(search);
  }

  /// The interfaces whose netmask fits best, as the routing table would choose; when none fits, every one that
  /// leads out of this host.
  void add_where_reachable(const Endpoint& to) {
    constexpr std::int64_t kNoMatch = -1, kUnreachable = -2;
    const auto fit = [&](const NetworkInterface& i) {
      if (i.contains(to.ipv4_address())) return std::int64_t{i.netmask};
      return i.is_loopback ? kUnreachable : kNoMatch;
    };
    std::int64_t best = kNoMatch;
    for (const auto& network : interfaces_) best = std::max(best, fit(network));
    for (std::size_t i = 0; i < interfaces_.size(); ++i)
      if (fit(interfaces_[i]) == best) add(i, to);
  }

  std::vector<SearchTarget> take() { return std::move(searches_); }

 private:
  bool is_to_many(std::uint32_t address) const {
    return address == kLimitedBroadcast || is_multicast(address) ||
           std::ranges::any_of(interfaces_, [&](const NetworkInterface& i) {
             return i.can_broadcast && i.directed_broadcast() == address && i.address != address;
           });
  }

  std::span<const NetworkInterface> interfaces_;
  std::vector<SearchTarget> searches_;
};

}  // namespace

std::vector<SearchTarget> plan_searches(std::span<const NetworkInterface> interfaces,
                                        const DiscoveryConfig& config) {
  Planner planner(interfaces);
  for (const Endpoint& address : config.addresses) planner.add_where_reachable(address);
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    const NetworkInterface& network = interfaces[i];
    const auto add = [&](std::uint32_t to) { planner.add(i, Endpoint::ipv4(to, config.port)); };
    if (network.is_loopback) add(network.address);
    if (network.peer != 0) add(network.peer);
    if (!network.can_broadcast) continue;
    add(kLimitedBroadcast);
    // A network of one or two hosts has no broadcast address.
    if (~network.netmask > 1) add(network.directed_broadcast());
  }
  return planner.take();
}

}  // namespace idn::stream
