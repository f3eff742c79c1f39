// SPDX-License-Identifier: MIT
#pragma once

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <system_error>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// Requests to the kernel about its network, and iteration over its answers (netlink(7)).
namespace idn::io::platform {

/// Sends a request and collects the answer, or all of them for a dump.
Result<std::vector<std::byte>> ask_kernel(ConstBytes request);

/// The start of `octets` as a T in the machine's own byte order. Nothing when there are fewer octets.
template <class T>
std::optional<T> read_as(ConstBytes octets) noexcept {
  if (octets.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, octets.data(), sizeof value);
  return value;
}

/// Calls `use(header, body)` for each unit of `octets`. A unit begins with a Header that contains its length,
/// at a multiple of four. Ends at the first unit whose length is not valid.
template <class Header, auto Length, class Use>
void for_each_unit(ConstBytes octets, Use use) {
  while (const auto header = read_as<Header>(octets)) {
    const std::size_t length = (*header).*Length;
    if (length < sizeof(Header) || length > octets.size()) return;
    use(*header, octets.first(length).subspan(sizeof(Header)));
    octets = octets.subspan(std::min((length + 3) & ~std::size_t{3}, octets.size()));
  }
}

template <class Use>
void for_each_message(ConstBytes octets, Use use) {
  for_each_unit<nlmsghdr, &nlmsghdr::nlmsg_len>(octets, use);
}
template <class Use>
void for_each_attribute(ConstBytes octets, Use use) {
  for_each_unit<rtattr, &rtattr::rta_len>(octets, use);
}

}  // namespace idn::io::platform
