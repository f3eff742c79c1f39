// SPDX-License-Identifier: MIT
#include "cli/network.hpp"

#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace idn::cli {
namespace {

namespace ip = boost::asio::ip;

/// Rejects shortened addresses and those with a port, which Windows accepts.
std::optional<ip::address> whole_address(std::string_view text) {
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(text), error);
  if (error || text.starts_with('[')) return std::nullopt;
  if (address.is_v4() && address.to_string() != text) return std::nullopt;
  return address;
}

std::optional<unsigned> parse_bits(std::string_view text, unsigned most) {
  unsigned bits = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, bits);
  if (error != std::errc{} || end != last || bits > most) return std::nullopt;
  return bits;
}

}  // namespace

std::optional<Subnet> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto address = whole_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  const unsigned length = address->is_v4() ? 32 : 128;
  const auto bits = slash == std::string_view::npos ? length : parse_bits(text.substr(slash + 1), length);
  if (!bits) return std::nullopt;
  const auto v6 = address->is_v4() ? ip::make_address_v6(ip::v4_mapped, address->to_v4()) : address->to_v6();
  return Subnet{v6.to_bytes(), 128 - length + *bits};
}

std::optional<Subnet> parse_ipv4_network(std::string_view text) {
  return parse_address(text.substr(0, text.find('/'))) ? parse_network(text) : std::nullopt;
}

std::optional<std::uint32_t> parse_address(std::string_view text) {
  const auto address = whole_address(text);
  if (!address || !address->is_v4()) return std::nullopt;
  return address->to_v4().to_uint();
}

}  // namespace idn::cli
