// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/bytes.hpp"
#include "idn/result.hpp"

/// How a channel is routed to a service, and how its samples are laid out (sections 2.4 and 2.5).
namespace idn::wire {

/// What a channel carries.
enum class ServiceMode : std::uint8_t {
  Void = 0x00,               ///< nothing
  GraphicContinuous = 0x01,  ///< laser samples in wave mode
  GraphicDiscrete = 0x02,    ///< laser samples in frame mode
  EffectsContinuous = 0x03,  ///< effects of a laser projector, coded as in Dmx512Continuous
  EffectsDiscrete = 0x04,    ///< effects of a laser projector, coded as in Dmx512Discrete
  Dmx512Continuous = 0x05,   ///< a copy of every packet of a DMX512 line
  Dmx512Discrete = 0x06,     ///< levels, which the service repeats on its DMX512 line
  AudioContinuous = 0x0C,    ///< audio samples without gaps
};

/// "wave", "frame", ...; "mode 0x07" for a value without a name.
std::string to_string(ServiceMode mode);

/// Connects a channel to a service and describes its data, or closes it.
struct ChannelConfig {
  static constexpr std::size_t kHeaderSize = 4;   ///< octets before the service configuration
  static constexpr std::uint8_t kRouting = 0x01;  ///< flag: see routing
  static constexpr std::uint8_t kClose = 0x02;    ///< flag: see close

  /// Opens the channel, or connects it to another service. False: the fields after `close` have no meaning, but
  /// their octets are present.
  bool routing = false;
  bool close = false;                    ///< closes the channel after this message
  std::uint8_t data_match = 0;           ///< SDM, 0..3
  std::uint8_t service_id = 0;           ///< 0: the default service of the mode
  ServiceMode mode = ServiceMode::Void;  ///< what the channel carries
  ConstBytes service_configuration{};    ///< a view: a multiple of 4 octets, at most 255 * 4

  /// Octets on the wire.
  constexpr std::size_t wire_size() const noexcept { return kHeaderSize + service_configuration.size(); }

  /// Reads the header; service_configuration becomes a view into the octets of `in`.
  /// Errors: Errc::BadConfiguration.
  static constexpr FormatResult<ChannelConfig> decode(ByteReader& in) noexcept {
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
