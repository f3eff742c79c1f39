// SPDX-License-Identifier: MIT
#include "idn_server/network.hpp"

#include <algorithm>
#include <boost/asio/ip/address_v4.hpp>
#include <charconv>

namespace idn::server {
namespace {

std::optional<unsigned> parse_prefix(std::string_view text) {
  unsigned prefix = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, prefix);
  if (error != std::errc{} || end != last || prefix > 32) return std::nullopt;
  return prefix;
}

}  // namespace

std::optional<Network> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = parse_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  if (slash == std::string_view::npos) return Network{*address, 32};
  const auto prefix = parse_prefix(text.substr(slash + 1));
  if (!prefix) return std::nullopt;
  return Network{*address, *prefix};
}

bool is_allowed(std::span<const Network> allowed, const Endpoint& client) noexcept {
  return allowed.empty() || std::ranges::any_of(allowed, [&](const Network& n) { return n.contains(client); });
}

std::optional<std::uint32_t> parse_address(std::string_view text) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address_v4(std::string(text), error);
  if (error) return std::nullopt;
  return address.to_uint();
}

}  // namespace idn::server
