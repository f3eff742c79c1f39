// SPDX-License-Identifier: MIT
#include "idn/io/receive/unit_loop.hpp"

#include <array>
#include <boost/asio/ip/host_name.hpp>
#include <fstream>
#include <random>

namespace idn::io {
namespace {

/// FNV-1a: spreads every octet over all bits, and 48 bits of the value do not reveal the machine ID.
class Hash {
 public:
  void add(std::uint8_t octet) noexcept { value_ = (value_ ^ octet) * 0x100000001B3u; }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

using Mac = std::array<std::uint8_t, 6>;

/// Sets the locally-administered bit and clears the multicast bit: no manufacturer assigns such an address.
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

}  // namespace

wire::UnitId random_unit_id() {
  std::random_device device;
  return locally_administered(first_octets(std::uint64_t{device()} << 32 | device()));
}

/// A unit on all interfaces is identified by machine and port.
wire::UnitId derive_unit_id(std::string_view machine, const Endpoint& local) noexcept {
  Hash hash;
  hash.add(static_cast<std::uint8_t>(local.port >> 8));
  hash.add(static_cast<std::uint8_t>(local.port));
  for (const char c : machine) hash.add(static_cast<std::uint8_t>(c));
  if (const std::uint32_t address = local.ipv4_address(); address != 0)
    for (int shift = 24; shift >= 0; shift -= 8) hash.add(static_cast<std::uint8_t>(address >> shift));
  return locally_administered(first_octets(hash.value()));
}

std::string machine_identity() {
  std::string identity;
  std::ifstream file("/etc/machine-id");
  std::getline(file, identity);
  if (!identity.empty()) return identity;
  boost::system::error_code error;
  return boost::asio::ip::host_name(error);
}

}  // namespace idn::io
