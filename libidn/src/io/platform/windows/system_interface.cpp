// SPDX-License-Identifier: MIT
#include "io/platform/system_interface.hpp"

#include <winsock2.h>
#include <ws2tcpip.h>
// winsock2.h first: iphlpapi.h needs its types.
#include <iphlpapi.h>

namespace idn::io::platform {
namespace {

std::string utf8(const wchar_t* text) {
  const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (size <= 1) return "";
  std::string converted(static_cast<std::size_t>(size), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, converted.data(), size, nullptr, nullptr);
  converted.pop_back();  // the terminating zero
  return converted;
}

std::uint32_t netmask_of(unsigned prefix_length) {
  return prefix_length == 0 ? 0 : 0xFFFFFFFFu << (32 - (prefix_length > 32 ? 32 : prefix_length));
}

/// Without `peer`: Windows does not report the other end of a point-to-point link.
SystemInterface describe(const IP_ADAPTER_ADDRESSES& adapter) {
  const bool is_loopback = adapter.IfType == IF_TYPE_SOFTWARE_LOOPBACK;
  const bool is_point_to_point = adapter.IfType == IF_TYPE_PPP || adapter.IfType == IF_TYPE_TUNNEL;
  SystemInterface described{.name = utf8(adapter.FriendlyName),
                            .index = adapter.IfIndex,
                            .is_up = adapter.OperStatus != IfOperStatusNotPresent,
                            .has_link = adapter.OperStatus == IfOperStatusUp,
                            .can_broadcast = !is_loopback && !is_point_to_point,
                            .is_loopback = is_loopback,
                            .is_wireless = adapter.IfType == IF_TYPE_IEEE80211};
  for (const auto* unicast = adapter.FirstUnicastAddress; unicast != nullptr; unicast = unicast->Next) {
    const auto* address = reinterpret_cast<const sockaddr_in*>(unicast->Address.lpSockaddr);
    if (address->sin_family == AF_INET)
      described.addresses.push_back(
          {.address = ntohl(address->sin_addr.s_addr), .netmask = netmask_of(unicast->OnLinkPrefixLength)});
  }
  return described;
}

}  // namespace

Result<std::vector<SystemInterface>> system_interfaces() {
  constexpr ULONG kFlags = GAA_FLAG_SKIP_ANYCAST | GAA_FLAG_SKIP_MULTICAST | GAA_FLAG_SKIP_DNS_SERVER;
  std::vector<IP_ADAPTER_ADDRESSES> buffer(64);
  ULONG error = ERROR_BUFFER_OVERFLOW;
  // Adapters may be added between the call that returns the size and the one that fills the buffer.
  for (int attempt = 0; attempt < 4 && error == ERROR_BUFFER_OVERFLOW; ++attempt) {
    auto octets = static_cast<ULONG>(buffer.size() * sizeof(IP_ADAPTER_ADDRESSES));
    error = GetAdaptersAddresses(AF_INET, kFlags, nullptr, buffer.data(), &octets);
    if (error == ERROR_BUFFER_OVERFLOW) buffer.resize(octets / sizeof(IP_ADAPTER_ADDRESSES) + 1);
  }
  if (error == ERROR_NO_DATA) return std::vector<SystemInterface>{};
  if (error != NO_ERROR) return fail(std::error_code(static_cast<int>(error), std::system_category()));
  std::vector<SystemInterface> found;
  for (const auto* adapter = buffer.data(); adapter != nullptr; adapter = adapter->Next)
    found.push_back(describe(*adapter));
  return found;
}

}  // namespace idn::io::platform
