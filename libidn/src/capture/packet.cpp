// SPDX-License-Identifier: MIT
#include "capture/packet.hpp"

#include <array>

namespace idn::capture {
namespace {

struct KnownLink {
  std::uint32_t number;
  LinkType type;
  const char* name;
};

constexpr std::array kKnown{KnownLink{0, LinkType::Loopback, "BSD loopback"},
                            KnownLink{1, LinkType::Ethernet, "Ethernet"},
                            KnownLink{9, LinkType::Ppp, "PPP"},
                            KnownLink{12, LinkType::RawIp, "raw IP"},
                            KnownLink{14, LinkType::RawIp, "raw IP"},
                            KnownLink{50, LinkType::Ppp, "PPP"},
                            KnownLink{101, LinkType::RawIp, "raw IP"},
                            KnownLink{105, LinkType::Wifi, "802.11"},
                            KnownLink{108, LinkType::Loopback, "OpenBSD loopback"},
                            KnownLink{113, LinkType::LinuxCooked, "Linux cooked"},
                            KnownLink{127, LinkType::Radiotap, "802.11 with radiotap"},
                            KnownLink{228, LinkType::RawIp, "raw IPv4"},
                            KnownLink{229, LinkType::RawIp, "raw IPv6"},
                            KnownLink{239, LinkType::NetfilterLog, "NFLOG"},
                            KnownLink{276, LinkType::LinuxCooked2, "Linux cooked 2"}};

const KnownLink* find(std::uint32_t number) noexcept {
  for (const auto& link : kKnown)
    if (link.number == number) return &link;
  return nullptr;
}

}  // namespace

std::optional<LinkType> link_type_of(std::uint32_t number) noexcept {
  const auto* const known = find(number);
  return known == nullptr ? std::nullopt : std::optional(known->type);
}

std::string link_name(std::uint32_t number) {
  const auto* const known = find(number);
  return known == nullptr ? "link type " + std::to_string(number) : known->name;
}

}  // namespace idn::capture
