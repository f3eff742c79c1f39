// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// How a channel is routed to a service, and how its samples are laid out (sections 2.4 and 2.5).
namespace idn::wire {

/// What a channel carries, and how.
enum class ServiceMode : std::uint8_t {
  Void = 0x00,               ///< nothing
  GraphicContinuous = 0x01,  ///< waves for a projector
  GraphicDiscrete = 0x02,    ///< frames for a projector
  EffectsContinuous = 0x03,  ///< effects, as a stream
  EffectsDiscrete = 0x04,    ///< effects, in pieces
  Dmx512Continuous = 0x05,   ///< DMX512, as a stream
  Dmx512Discrete = 0x06,     ///< DMX512, in packets
  AudioContinuous = 0x0C,    ///< audio, as a stream
};

/// "wave", "frame", ...; "mode 0x07" for a value without a name.
std::string to_string(ServiceMode mode);

/// Connects a channel to a service, and says what its samples mean.
struct ChannelConfig {
  static constexpr std::size_t kHeaderSize = 4;   ///< octets before the service configuration
  static constexpr std::uint8_t kRouting = 0x01;  ///< flag: it names a service
  static constexpr std::uint8_t kClose = 0x02;    ///< flag: the channel ends

  bool routing = false;                  ///< false: the other fields mean nothing, but their octets are there
  bool close = false;                    ///< close the channel after this message
  std::uint8_t data_match = 0;           ///< SDM, 0..3
  std::uint8_t service_id = 0;           ///< 0: the default service of the mode
  ServiceMode mode = ServiceMode::Void;  ///< what the channel carries
  ConstBytes service_configuration{};    ///< a view: a multiple of 4 octets, at most 255 * 4

  /// Octets on the wire.
  constexpr std::size_t wire_size() const noexcept { return kHeaderSize + service_configuration.size(); }

  /// Takes header and service configuration.
  /// Errors: Errc::BadConfiguration.
  static constexpr Result<ChannelConfig> decode(ByteReader& in) noexcept {
    const auto words = in.read<std::uint8_t>();
    const auto flags = in.read<std::uint8_t>();
    ChannelConfig config;
    config.routing = (flags & kRouting) != 0;
    config.close = (flags & kClose) != 0;
    config.data_match = static_cast<std::uint8_t>((flags >> 4) & 0x3);
    config.service_id = in.read<std::uint8_t>();
    config.mode = static_cast<ServiceMode>(in.read<std::uint8_t>());
    config.service_configuration = in.take(std::size_t{words} * 4);
    if (!in.ok()) return fail(Errc::BadConfiguration, in.position());
    return config;
  }

  /// Writes wire_size() octets.
  constexpr void encode(ByteWriter& out) const noexcept {
    out.write(static_cast<std::uint8_t>(service_configuration.size() / 4));
    out.write(
        static_cast<std::uint8_t>((data_match & 0x3) << 4 | (close ? kClose : 0) | (routing ? kRouting : 0)));
    out.write(service_id);
    out.write(static_cast<std::uint8_t>(mode));
    out.write(service_configuration);
  }
};

}  // namespace idn::wire
