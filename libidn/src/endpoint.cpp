// SPDX-License-Identifier: MIT
#include "idn/endpoint.hpp"

#include <cstdio>

namespace idn {

std::string to_string(const Endpoint& endpoint) {
  const auto& a = endpoint.address;
  char text[64];
  if (endpoint.is_ipv4()) {
    std::snprintf(text, sizeof text, "%u.%u.%u.%u:%u", a[12], a[13], a[14], a[15], endpoint.port);
    return text;
  }
  std::string result = "[";
  for (std::size_t i = 0; i < a.size(); i += 2) {
    std::snprintf(text, sizeof text, "%s%x", i == 0 ? "" : ":", a[i] << 8 | a[i + 1]);
    result += text;
  }
  return result + "]:" + std::to_string(endpoint.port);
}

}  // namespace idn
