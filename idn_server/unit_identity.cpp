// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include <algorithm>
#include <boost/asio/ip/host_name.hpp>
#include <charconv>

namespace idn::server {
namespace {

std::optional<std::uint8_t> hex_octet(std::string_view two_digits) {
  std::uint8_t octet = 0;
  const char* const last = two_digits.data() + 2;
  const auto [end, error] = std::from_chars(two_digits.data(), last, octet, 16);
  if (error != std::errc{} || end != last) return std::nullopt;
  return octet;
}

}  // namespace

std::optional<wire::UnitId> parse_unit_id(std::string_view text) {
  constexpr std::size_t kPrefix = 3;
  const std::size_t digits = text.size() - std::min(text.size(), kPrefix);
  if (digits < 2 || digits % 2 != 0 || digits > 28 || text[2] != '-') return std::nullopt;
  wire::UnitId id;
  id.octets[0] = static_cast<std::uint8_t>(1 + digits / 2);
  for (std::size_t i = 0; i < id.octets[0]; ++i) {
    const auto octet = hex_octet(text.substr(i == 0 ? 0 : kPrefix + 2 * (i - 1), 2));
    if (!octet) return std::nullopt;
    id.octets[1 + i] = *octet;
  }
  return id;
}

std::string host_name() {
  boost::system::error_code error;
  const std::string name = boost::asio::ip::host_name(error);
  return error || name.empty() ? "idn_server" : name;
}

}  // namespace idn::server
