// SPDX-License-Identifier: MIT
#include "idn_server/unit_identity.hpp"

#include <boost/asio/ip/host_name.hpp>
#include <fstream>

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

}  // namespace

wire::UnitId derive_unit_id(std::string_view machine, std::uint16_t port) noexcept {
  Hash hash;
  hash.add(static_cast<std::uint8_t>(port >> 8));
  hash.add(static_cast<std::uint8_t>(port));
  for (const char c : machine) hash.add(static_cast<std::uint8_t>(c));
  std::array<std::uint8_t, 6> mac{};
  for (std::size_t i = 0; i < mac.size(); ++i) mac[i] = static_cast<std::uint8_t>(hash.value() >> (56 - 8 * i));
  constexpr unsigned kLocallyAdministered = 0x02;
  constexpr unsigned kMulticast = 0x01;
  mac[0] = static_cast<std::uint8_t>((mac[0] | kLocallyAdministered) & ~kMulticast);
  return wire::UnitId::eui48(mac);
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
