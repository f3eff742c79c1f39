// SPDX-License-Identifier: MIT
#include "io/platform/system_interface.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

namespace idn::io::platform {
namespace {

/// In host byte order; 0 without an address. The family is not checked, since BSD does not set it in netmasks.
std::uint32_t ipv4_of(const sockaddr* address) {
  if (address == nullptr) return 0;
  sockaddr_in ipv4;
  std::memcpy(&ipv4, address, sizeof ipv4);
  return ntohl(ipv4.sin_addr.s_addr);
}

bool is_wireless([[maybe_unused]] const std::string& name) {
#ifdef __linux__
  std::error_code absent;
  const std::filesystem::path folder = "/sys/class/net/" + name;
  return std::filesystem::exists(folder / "wireless", absent) ||
         std::filesystem::exists(folder / "phy80211", absent);
#else
  return false;
#endif
}

SystemInterface describe(const ifaddrs& entry) {
  return {.name = entry.ifa_name,
          .index = ::if_nametoindex(entry.ifa_name),
          .is_up = (entry.ifa_flags & IFF_UP) != 0,
          .has_link = (entry.ifa_flags & IFF_RUNNING) != 0,
          .can_broadcast = (entry.ifa_flags & IFF_BROADCAST) != 0,
          .is_loopback = (entry.ifa_flags & IFF_LOOPBACK) != 0,
          .is_wireless = is_wireless(entry.ifa_name)};
}

SystemInterface::Ipv4 address_of(const ifaddrs& entry) {
  const bool has_peer = (entry.ifa_flags & IFF_POINTOPOINT) != 0;
  return {.address = ipv4_of(entry.ifa_addr),
          .netmask = ipv4_of(entry.ifa_netmask),
          .peer = has_peer ? ipv4_of(entry.ifa_dstaddr) : 0};
}

}  // namespace

Result<std::vector<SystemInterface>> system_interfaces() {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return fail(std::error_code(errno, std::generic_category()));
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, freeifaddrs);
  std::vector<SystemInterface> found;
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    auto described = std::ranges::find(found, entry->ifa_name, &SystemInterface::name);
    if (described == found.end()) described = found.insert(found.end(), describe(*entry));
    if (entry->ifa_addr != nullptr && entry->ifa_addr->sa_family == AF_INET)
      described->addresses.push_back(address_of(*entry));
  }
  return found;
}

}  // namespace idn::io::platform
