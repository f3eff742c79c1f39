// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// The network protocol of Ether Dream DACs, by its public description ("Ether Dream - Protocol", on the
/// maker's pages): every number here is from there unless stated otherwise. All values are little endian, and
/// no structure has padding. Pure: no clock, no socket.
namespace idn::etherdream {

inline constexpr std::uint16_t kCommandPort = 7765;    ///< TCP, commands and their answers
inline constexpr std::uint16_t kBroadcastPort = 7654;  ///< UDP, one broadcast a second of each DAC

/// The first octet of a command.
enum class DacCommand : std::uint8_t {
  EmergencyStop = 0x00,       ///< as 0xFF: a data line that is stuck at either level stops the DAC
  Ping = 0x3F,                ///< '?'
  Begin = 0x62,               ///< 'b', low-water mark u16, point rate u32
  ClearEmergencyStop = 0x63,  ///< 'c'
  Data = 0x64,                ///< 'd', count u16, points of 18 octets
  Prepare = 0x70,             ///< 'p'
  /// 'q', point rate u32. The description says 'q' and 0x74 in one line, and clients send either.
  QueueRate = 0x71,
  Stop = 0x73,             ///< 's'
  QueueRateT = 0x74,       ///< see QueueRate
  Update = 0x75,           ///< 'u', arguments as Begin; changes the rate at once. Not described, but in use
  Version = 0x76,          ///< 'v'; the answer is 32 octets of text and nothing else
  EmergencyStopFF = 0xFF,  ///< see EmergencyStop
};

/// The first octet of an answer.
enum class DacAnswer : std::uint8_t {
  /// 'I': not possible in this state, or never; or no room for all points: those that fit were taken. The
  /// description has 'F' for that, which the original firmware never sends.
  Invalid = 0x49,
  StopCondition = 0x21,  ///< '!': what caused the emergency stop is still there
  Ack = 0x61,            ///< 'a'
};

enum class LightEngine : std::uint8_t { Ready, WarmUp, CoolDown, EmergencyStop };
enum class DacPlayback : std::uint8_t { Idle, Prepared, Playing };

/// Bits of DacStatus::light_engine_flags.
inline constexpr std::uint16_t kStoppedByCommand = 0x0001;  ///< emergency stop by a packet or a wrong command
/// Bits of DacStatus::playback_flags.
inline constexpr std::uint16_t kShutterOpen = 0x0001;
inline constexpr std::uint16_t kUnderflow = 0x0002;         ///< the last stream ended by an underrun
inline constexpr std::uint16_t kEmergencyStopped = 0x0004;  ///< the last stream ended by an emergency stop

/// State of a DAC, part of each answer and each broadcast.
struct DacStatus {
  static constexpr std::size_t kOctets = 20;

  std::uint8_t protocol = 0;
  LightEngine light_engine = LightEngine::Ready;
  DacPlayback playback = DacPlayback::Idle;
  std::uint8_t source = 0;  ///< 0: the network
  std::uint16_t light_engine_flags = 0;
  std::uint16_t playback_flags = 0;
  std::uint16_t source_flags = 0;
  std::uint16_t buffer_fullness = 0;  ///< points in the buffer
  std::uint32_t point_rate = 0;       ///< per second; 0 unless playing
  std::uint32_t point_count = 0;      ///< points played since Prepare; 0 when idle

  friend bool operator==(const DacStatus&, const DacStatus&) = default;
};

/// Identity and capabilities, constant while a DAC runs. Clients adapt their behaviour to them.
struct Firmware {
  std::array<std::uint8_t, 6> mac{};
  std::uint16_t hardware_revision = 10;
  /// Clients request `version` from revision 2 upwards only.
  std::uint16_t software_revision = 2;
  std::uint16_t buffer_capacity = 1799;  ///< points; clients that do not read it assume this default
  std::uint32_t max_point_rate = 100'000;
  std::string version = "libidn";  ///< the first 32 octets are sent, ASCII
};

/// One point: control, x, y, r, g, b, i, u1, u2, of 16 bits each.
struct DacPoint {
  static constexpr std::size_t kOctets = 18;
  static constexpr std::uint16_t kChangeRate = 0x8000;  ///< the next queued rate applies from this point on

  std::uint16_t control = 0;
  LaserSample sample{};  ///< with `i` as its intensity
  bool changes_rate() const noexcept { return (control & kChangeRate) != 0; }
};

/// A command and its arguments.
struct DacRequest {
  DacCommand command{};
  std::uint8_t octet = 0;  ///< first octet of the command, which the answer repeats
  std::uint32_t rate = 0;  ///< argument of Begin, Update and QueueRate, points per second
  ConstBytes points{};     ///< argument of Data, DacPoint::kOctets each; a view of the octets that were decoded
  std::size_t octets = 0;  ///< length of the whole command

  std::size_t point_count() const noexcept { return points.size() / DacPoint::kOctets; }
  /// Whether the client only wants the answer.
  bool changes_nothing() const noexcept {
    return command == DacCommand::Ping || command == DacCommand::Version ||
           (command == DacCommand::Data && points.empty());
  }
};

/// Result of decode_request().
struct Decoded {
  enum class Kind : std::uint8_t {
    Complete,    ///< a command, in `request`
    Incomplete,  ///< more octets are needed
    Unknown,     ///< not a command, so where the next one begins is unknown; only request.octet is set
  };
  Kind kind = Kind::Incomplete;
  DacRequest request{};
};

/// The longest command: Data with the largest count.
inline constexpr std::size_t kLongestCommand = 3 + 0xFFFF * DacPoint::kOctets;
inline constexpr std::size_t kVersionOctets = 32;
inline constexpr std::size_t kAnswerOctets = 2 + DacStatus::kOctets;
inline constexpr std::size_t kBroadcastOctets = 16 + DacStatus::kOctets;

/// Decodes the first command of `octets`, without copying its points.
Decoded decode_request(ConstBytes octets) noexcept;
/// Decodes the first point of `octets`, at least DacPoint::kOctets.
DacPoint decode_point(ConstBytes octets) noexcept;

std::array<std::byte, kAnswerOctets> encode_answer(DacAnswer answer, std::uint8_t command,
                                                   const DacStatus& status) noexcept;
std::array<std::byte, kVersionOctets> encode_version(std::string_view version) noexcept;
std::array<std::byte, kBroadcastOctets> encode_broadcast(const Firmware& firmware,
                                                         const DacStatus& status) noexcept;

}  // namespace idn::etherdream
