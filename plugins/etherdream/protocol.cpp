// SPDX-License-Identifier: MIT
#include "plugins/etherdream/protocol.hpp"

#include <algorithm>

namespace idn::etherdream {
namespace {

std::uint16_t load_16(ConstBytes octets, std::size_t at) noexcept {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(octets[at]) |
                                    std::to_integer<unsigned>(octets[at + 1]) << 8);
}

std::uint32_t load_32(ConstBytes octets, std::size_t at) noexcept {
  return load_16(octets, at) | std::uint32_t{load_16(octets, at + 2)} << 16;
}

/// Writes little-endian values to `out`, which must be large enough.
class LittleEndian {
 public:
  explicit LittleEndian(MutableBytes out) noexcept : out_(out) {}

  template <std::unsigned_integral T>
  LittleEndian& put(T value) noexcept {
    for (std::size_t i = 0; i < sizeof(T); ++i)
      out_[at_++] = static_cast<std::byte>(std::uint64_t{value} >> (8 * i) & 0xFF);
    return *this;
  }

  LittleEndian& put(const DacStatus& status) noexcept {
    return put(status.protocol)
        .put(static_cast<std::uint8_t>(status.light_engine))
        .put(static_cast<std::uint8_t>(status.playback))
        .put(status.source)
        .put(status.light_engine_flags)
        .put(status.playback_flags)
        .put(status.source_flags)
        .put(status.buffer_fullness)
        .put(status.point_rate)
        .put(status.point_count);
  }

 private:
  MutableBytes out_;
  std::size_t at_ = 0;
};

constexpr std::size_t kNoCommand = 0;

/// Length of the command without points, in octets.
std::size_t length_of(DacCommand command) noexcept {
  switch (command) {
    case DacCommand::EmergencyStop:
    case DacCommand::EmergencyStopFF:
    case DacCommand::Ping:
    case DacCommand::ClearEmergencyStop:
    case DacCommand::Prepare:
    case DacCommand::Stop:
    case DacCommand::Version:
      return 1;
    case DacCommand::Data:
      return 3;
    case DacCommand::QueueRate:
    case DacCommand::QueueRateT:
      return 5;
    case DacCommand::Begin:
    case DacCommand::Update:
      return 7;
  }
  return kNoCommand;
}

}  // namespace

Decoded decode_request(ConstBytes octets) noexcept {
  using enum Decoded::Kind;
  if (octets.empty()) return {Incomplete, {}};
  const auto first = std::to_integer<std::uint8_t>(octets[0]);
  const auto command = static_cast<DacCommand>(first);
  const std::size_t head = length_of(command);
  if (head == kNoCommand) return {Unknown, {.octet = first}};
  if (octets.size() < head) return {Incomplete, {}};
  DacRequest request{.command = command, .octet = first, .octets = head};
  if (command == DacCommand::Begin || command == DacCommand::Update) request.rate = load_32(octets, 3);
  if (command == DacCommand::QueueRate || command == DacCommand::QueueRateT) request.rate = load_32(octets, 1);
  if (command == DacCommand::Data) {
    const std::size_t points = load_16(octets, 1) * DacPoint::kOctets;
    if (octets.size() < head + points) return {Incomplete, {}};
    request.points = octets.subspan(head, points);
    request.octets += points;
  }
  return {Complete, request};
}

DacPoint decode_point(ConstBytes octets) noexcept {
  DacPoint point{.control = load_16(octets, 0)};
  LaserSample& sample = point.sample;
  sample.x = static_cast<std::int16_t>(load_16(octets, 2));
  sample.y = static_cast<std::int16_t>(load_16(octets, 4));
  sample.r = load_16(octets, 6);
  sample.g = load_16(octets, 8);
  sample.b = load_16(octets, 10);
  sample.intensity = load_16(octets, 12);
  sample.u1 = load_16(octets, 14);
  sample.u2 = load_16(octets, 16);
  return point;
}

std::array<std::byte, kAnswerOctets> encode_answer(DacAnswer answer, std::uint8_t command,
                                                   const DacStatus& status) noexcept {
  std::array<std::byte, kAnswerOctets> octets{};
  LittleEndian(octets).put(static_cast<std::uint8_t>(answer)).put(command).put(status);
  return octets;
}

std::array<std::byte, kVersionOctets> encode_version(std::string_view version) noexcept {
  std::array<std::byte, kVersionOctets> octets{};
  const std::string_view text = version.substr(0, kVersionOctets);
  std::ranges::transform(text, octets.begin(), [](char letter) { return static_cast<std::byte>(letter); });
  return octets;
}

std::array<std::byte, kBroadcastOctets> encode_broadcast(const Firmware& firmware,
                                                         const DacStatus& status) noexcept {
  std::array<std::byte, kBroadcastOctets> octets{};
  LittleEndian out(octets);
  for (const std::uint8_t octet : firmware.mac) out.put(octet);
  out.put(firmware.hardware_revision)
      .put(firmware.software_revision)
      .put(firmware.buffer_capacity)
      .put(firmware.max_point_rate)
      .put(status);
  return octets;
}

}  // namespace idn::etherdream
