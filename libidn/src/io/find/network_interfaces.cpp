// SPDX-License-Identifier: MIT
#include "idn/io/find/network.hpp"

#include "idn/endpoint.hpp"
#include "io/find/interface_list.hpp"

namespace idn::io {
namespace {

std::string address_text(std::uint32_t address) {
  const std::string with_port = to_string(Endpoint::ipv4(address, 0));
  return with_port.substr(0, with_port.find(':'));
}

/// Why a search cannot use an interface; empty if it can.
std::string why_unusable(const platform::SystemInterface& nic) {
  if (!nic.is_up) return "is down";
  if (nic.addresses.empty()) return "has no IPv4 address";
  if (!nic.has_link) return "has no link, check the cable or the wireless network";
  return "";
}

std::string without_broadcast(const platform::SystemInterface& nic) {
  std::string peers;
  for (const auto& [address, netmask, peer] : nic.addresses)
    if (peer != 0) peers += "its other end " + address_text(peer) + " and to ";
  return "cannot broadcast; scan requests go to " + peers + "given addresses only";
}

}  // namespace

InterfaceList classify_interfaces(std::span<const platform::SystemInterface> interfaces) {
  InterfaceList survey;
  for (const auto& nic : interfaces) {
    if (const std::string reason = why_unusable(nic); !reason.empty()) {
      survey.problems.push_back({nic.name, reason});
      continue;
    }
    if (!nic.can_broadcast && !nic.is_loopback) survey.problems.push_back({nic.name, without_broadcast(nic)});
    for (const auto& ipv4 : nic.addresses)
      survey.usable.push_back({.name = nic.name,
                               .address = ipv4.address,
                               .netmask = ipv4.netmask,
                               .peer = ipv4.peer,
                               .can_broadcast = nic.can_broadcast && !nic.is_loopback,
                               .is_loopback = nic.is_loopback,
                               .is_wireless = nic.is_wireless});
  }
  return survey;
}

Result<InterfaceList> survey_interfaces() {
  return platform::system_interfaces().map(
      [](const std::vector<platform::SystemInterface>& found) { return classify_interfaces(found); });
}

}  // namespace idn::io
