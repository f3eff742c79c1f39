// SPDX-License-Identifier: MIT
#include "io/find/unit_search.hpp"

#include <algorithm>

#include "idn/io/find/network.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::io {
namespace {

/// Stands for a socket without an interface: the routing table chooses, for addresses behind routers.
NetworkInterface routed() {
  return {.name = "", .address = 0, .netmask = 0};
}

}  // namespace

std::vector<NetworkInterface> UnitSearch::wanted_interfaces() {
  if (!options_.broadcast) return {routed()};
  auto survey = survey_interfaces();
  if (!survey) {
    problems_.push_back({"", "cannot list the network interfaces: " + survey.error().message()});
    survey.emplace();
  }
  const auto is_unwanted = [&](const auto& of) {
    return !options_.interfaces.empty() && std::ranges::count(options_.interfaces, of.name) == 0;
  };
  std::erase_if(survey->usable, is_unwanted);
  std::erase_if(survey->problems, is_unwanted);
  problems_.insert(problems_.end(), survey->problems.begin(), survey->problems.end());
  if (options_.interfaces.empty()) survey->usable.push_back(routed());
  return std::move(survey->usable);
}

std::vector<NetworkInterface> UnitSearch::open(SearchSockets& sockets,
                                               std::vector<NetworkInterface> interfaces) {
  std::erase_if(interfaces, [&](const NetworkInterface& network) {
    const std::error_code error = sockets.add(network);
    if (error) problems_.push_back({network.name, "cannot be used: " + error.message()});
    return static_cast<bool>(error);
  });
  return interfaces;
}

void UnitSearch::transmit(SearchSockets& sockets, const std::vector<NetworkInterface>& interfaces) {
  while (const auto datagram = engine_.poll_transmit(monotonic_now())) {
    const std::error_code error = sockets.send(*datagram);
    const std::string& name = interfaces[datagram->via].name;
    if (error && std::ranges::count(problems_, name, &InterfaceProblem::name) == 0)
      problems_.push_back({name, "cannot send to " + to_string(datagram->to) + ": " + error.message()});
  }
}

DiscoveryReport UnitSearch::run_round(const stop_token& stop) {
  problems_.clear();
  SearchSockets sockets([this](ConstBytes bytes, std::size_t via, const Endpoint& from) {
    engine_.on_datagram(bytes, via, from, monotonic_now());
  });
  const std::vector<NetworkInterface> interfaces = open(sockets, wanted_interfaces());
  const stop_callback wake(stop, [&] { sockets.wake(); });
  engine_.start_round(interfaces, static_cast<std::uint16_t>(random_()), monotonic_now());
  while (!stop.stop_requested() && !engine_.is_round_over(monotonic_now())) {
    transmit(sockets, interfaces);
    sockets.receive_until(engine_.next_deadline());
  }
  engine_.finish_round();
  return {engine_.units(), problems_, engine_.stats()};
}

}  // namespace idn::io
