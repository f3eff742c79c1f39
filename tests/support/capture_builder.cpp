// SPDX-License-Identifier: MIT
#include "support/capture_builder.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <random>
#include <stdexcept>

namespace idn::test {
namespace {

class Appender {
 public:
  explicit Appender(Octets& to) : to_(to) {}

  Appender& u8(unsigned value) {
    to_.push_back(static_cast<std::byte>(value));
    return *this;
  }
  Appender& u16(unsigned value) { return u8(value >> 8 & 0xFF).u8(value & 0xFF); }
  Appender& u32(std::uint32_t value) { return u16(value >> 16).u16(value & 0xFFFF); }
  Appender& little16(unsigned value) { return u8(value & 0xFF).u8(value >> 8 & 0xFF); }
  Appender& little32(std::uint32_t value) { return little16(value & 0xFFFF).little16(value >> 16); }
  Appender& bytes(const Octets& octets) {
    to_.insert(to_.end(), octets.begin(), octets.end());
    return *this;
  }

 private:
  Octets& to_;
};

Octets udp(const Endpoint& source, const Endpoint& destination, const Octets& payload) {
  Octets out;
  Appender(out)
      .u16(source.port)
      .u16(destination.port)
      .u16(static_cast<unsigned>(payload.size()) + 8)
      .u16(0)
      .bytes(payload);
  return out;
}

void append_address(Appender& out, const Endpoint& endpoint) {
  for (const auto octet : endpoint.address) out.u8(octet);
}

Octets ipv6_packet(const Endpoint& source, const Endpoint& destination, const Octets& content) {
  Octets out;
  Appender append(out);
  append.u32(0x6000'0000).u16(static_cast<unsigned>(content.size())).u8(17).u8(64);
  append_address(append, source);
  append_address(append, destination);
  append.bytes(content);
  return out;
}

}  // namespace

Octets joined(const Octets& front, const Octets& back) {
  Octets out = front;
  out.insert(out.end(), back.begin(), back.end());
  return out;
}

Octets ip_packet(const Endpoint& source, const Endpoint& destination, const Octets& payload) {
  const Octets content = udp(source, destination, payload);
  if (!source.is_ipv4()) return ipv6_packet(source, destination, content);
  Octets out;
  Appender(out)
      .u8(0x45)
      .u8(0)
      .u16(static_cast<unsigned>(content.size()) + 20)
      .u16(0)
      .u16(0x4000)
      .u8(64)
      .u8(17)
      .u16(0)
      .u32(source.ipv4_address())
      .u32(destination.ipv4_address())
      .bytes(content);
  return out;
}

Octets ethernet_frame(const Octets& content, std::uint16_t ether_type,
                      const std::vector<std::uint16_t>& vlans) {
  Octets out(12, std::byte{0x02});
  Appender append(out);
  for (const auto vlan : vlans) append.u16(0x8100).u16(vlan);
  append.u16(ether_type).bytes(content);
  return out;
}

std::vector<Octets> ip_fragments(const Octets& packet, std::size_t octets, std::uint16_t identification) {
  const bool is_ipv4 = (packet[0] & std::byte{0xF0}) == std::byte{0x40};
  const std::size_t header = is_ipv4 ? 20 : 40;
  const Octets head(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(header));
  std::vector<Octets> fragments;
  for (std::size_t at = header; at < packet.size(); at += octets) {
    const std::size_t end = std::min(at + octets, packet.size());
    const auto offset = static_cast<unsigned>(at - header);
    const bool has_more = end < packet.size();
    Octets fragment = head, place;
    if (is_ipv4) {
      Appender(place)
          .u16(static_cast<unsigned>(20 + end - at))
          .u16(identification)
          .u16(offset / 8 | (has_more ? 0x2000u : 0u));
      std::ranges::copy(place, fragment.begin() + 2);
    } else {
      Appender(place).u16(static_cast<unsigned>(8 + end - at)).u8(44);
      std::ranges::copy(place, fragment.begin() + 4);
      Appender(fragment).u8(17).u8(0).u16(offset | (has_more ? 1u : 0u)).u32(identification);
    }
    fragment.insert(fragment.end(), packet.begin() + static_cast<std::ptrdiff_t>(at),
                    packet.begin() + static_cast<std::ptrdiff_t>(end));
    fragments.push_back(fragment);
  }
  return fragments;
}

PcapngBuilder::PcapngBuilder() {
  Octets body;
  Appender(body).little32(0x1A2B'3C4D).little16(1).little16(0).little32(0xFFFF'FFFF).little32(0xFFFF'FFFF);
  block(0x0A0D'0D0A, body);
}

PcapngBuilder& PcapngBuilder::interface(std::uint32_t link_type, std::uint8_t resolution,
                                        const std::string& name) {
  Octets body;
  Appender fields(body);
  fields.little16(link_type).little16(0).little32(0);
  if (!name.empty()) {
    fields.little16(2).little16(static_cast<std::uint32_t>(name.size()));
    for (std::size_t i = 0; i < (name.size() + 3) / 4 * 4; ++i)
      fields.u8(i < name.size() ? static_cast<std::uint8_t>(name[i]) : 0);
  }
  fields.little16(9).little16(1).u8(resolution).u8(0).u16(0).u32(0);
  return block(1, body);
}

PcapngBuilder& PcapngBuilder::packet(std::uint32_t interface, std::uint64_t ticks, const Octets& octets) {
  const auto size = static_cast<std::uint32_t>(octets.size());
  Octets body;
  Appender(body)
      .little32(interface)
      .little32(static_cast<std::uint32_t>(ticks >> 32))
      .little32(static_cast<std::uint32_t>(ticks))
      .little32(size)
      .little32(size)
      .bytes(octets);
  return block(6, body);
}

PcapngBuilder& PcapngBuilder::dropped(std::uint32_t interface, std::uint64_t count) {
  Octets body;
  Appender(body)
      .little32(interface)
      .little32(0)
      .little32(0)
      .little16(5)
      .little16(8)
      .little32(static_cast<std::uint32_t>(count))
      .little32(static_cast<std::uint32_t>(count >> 32));
  return block(5, body);
}

PcapngBuilder& PcapngBuilder::block(std::uint32_t type, Octets body) {
  body.resize((body.size() + 3) / 4 * 4);
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  Appender(octets_).little32(type).little32(length).bytes(body).little32(length);
  return *this;
}

CaptureBuilder::CaptureBuilder(std::uint32_t link_type, Resolution resolution)
    : tick_(resolution == Resolution::Nano ? 1 : 1000) {
  Appender(octets_)
      .little32(resolution == Resolution::Nano ? 0xA1B2'3C4D : 0xA1B2'C3D4)
      .little16(2)
      .little16(4)
      .little32(0)
      .little32(0)
      .little32(262'144)
      .little32(link_type);
}

CaptureBuilder& CaptureBuilder::packet(Duration time, const Octets& octets, std::size_t captured) {
  constexpr Duration::rep kSecond = 1'000'000'000;
  captured = std::min(captured, octets.size());
  Appender append(octets_);
  append.little32(static_cast<std::uint32_t>(time.count() / kSecond));
  append.little32(static_cast<std::uint32_t>(time.count() % kSecond / tick_));
  append.little32(static_cast<std::uint32_t>(captured)).little32(static_cast<std::uint32_t>(octets.size()));
  append.bytes(Octets(octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(captured)));
  return *this;
}

CaptureBuilder& CaptureBuilder::datagram(Duration time, const Endpoint& source, const Endpoint& destination,
                                         const Octets& payload, std::size_t captured) {
  const std::uint16_t type = source.is_ipv4() ? 0x0800 : 0x86DD;
  return packet(time, ethernet_frame(ip_packet(source, destination, payload), type), captured);
}

TemporaryFile::TemporaryFile(const Octets& content, const std::string& suffix) {
  // Test cases run as parallel processes: the name must be unique among all of them.
  static std::atomic<unsigned> number = 0;
  const auto name =
      "idn-test-" + std::to_string(std::random_device{}()) + "-" + std::to_string(number++) + suffix;
  path_ = std::filesystem::temp_directory_path() / name;
  std::ofstream file(path_, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path_.string());
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace idn::test
