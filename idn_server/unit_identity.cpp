// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/ip/host_name.hpp>
#include <charconv>
#include <fstream>
#include <random>

namespace idn::server {
namespace {

/// FNV-1a: spreads every octet over all bits, and a 48-bit part of it does not reveal the machine ID.
class Hash {
 public:
  void add(std::uint8_t octet) noexcept { value_ = (value_ ^ octet) * 0x100000001B3u; }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

using Mac = std::array<std::uint8_t, 6>;

/// Made up by us, of one station: no manufacturer has given out such an address.
wire::UnitId locally_administered(Mac mac) noexcept {
  constexpr unsigned kLocallyAdministered = 0x02;
  constexpr unsigned kMulticast = 0x01;
  mac[0] = static_cast<std::uint8_t>((mac[0] | kLocallyAdministered) & ~kMulticast);
  return wire::UnitId::eui48(mac);
}

Mac first_octets(std::uint64_t bits) noexcept {
  Mac mac{};
  for (std::size_t i = 0; i < mac.size(); ++i) mac[i] = static_cast<std::uint8_t>(bits >> (56 - 8 * i));
  return mac;
}

std::optional<std::uint8_t> hex_octet(std::string_view two_digits) {
  std::uint8_t octet = 0;
  const char* const last = two_digits.data() + 2;
  const auto [end, error] = std::from_chars(two_digits.data(), last, octet, 16);
  if (error != std::errc{} || end != last) return std::nullopt;
  return octet;
}

}  // namespace

wire::UnitId random_unit_id() {
  std::random_device chance;
  return locally_administered(first_octets(std::uint64_t{chance()} << 32 | chance()));
}

/// A unit on every interface is told by its port alone.
wire::UnitId derive_unit_id(std::string_view machine, const Endpoint& local) noexcept {
  Hash hash;
  hash.add(static_cast<std::uint8_t>(local.port >> 8));
  hash.add(static_cast<std::uint8_t>(local.port));
  for (const char c : machine) hash.add(static_cast<std::uint8_t>(c));
  if (const std::uint32_t address = local.ipv4_address(); address != 0)
    for (int shift = 24; shift >= 0; shift -= 8) hash.add(static_cast<std::uint8_t>(address >> shift));
  return locally_administered(first_octets(hash.value()));
}

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

std::string machine_identity() {
  std::string identity;
  std::ifstream file("/etc/machine-id");
  std::getline(file, identity);
  return identity.empty() ? host_name() : identity;
}

std::string host_name() {
  boost::system::error_code error;
  const std::string name = boost::asio::ip::host_name(error);
  return error || name.empty() ? "idn_server" : name;
}

}  // namespace idn::server
