// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/sample.hpp"

/// The network protocol of Ether Dream DACs, as its public description has it ("Ether Dream - Protocol", on the
/// maker's pages): every number here is from there unless it says otherwise. All values are little endian, and
/// no structure has padding. Nothing here reads a clock or a socket.
namespace idn::etherdream {

inline constexpr std::uint16_t kCommandPort = 7765;    ///< TCP, commands and their answers
inline constexpr std::uint16_t kBroadcastPort = 7654;  ///< UDP, one broadcast a second of each DAC

/// The first octet of a command.
enum class Command : std::uint8_t {
  EmergencyStop = 0x00,       ///< the same as 0xFF: a line that is stuck, either way, stops
  Ping = 0x3F,                ///< '?'
  Begin = 0x62,               ///< 'b', low-water mark u16, point rate u32
  ClearEmergencyStop = 0x63,  ///< 'c'
  Data = 0x64,                ///< 'd', count u16, points of 18 octets
  Prepare = 0x70,             ///< 'p'
  /// 'q', point rate u32. The description says 'q' and 0x74 in one line, and clients send either.
  QueueRate = 0x71,
  Stop = 0x73,               ///< 's'
  QueueRateAsT = 0x74,       ///< see QueueRate
  Update = 0x75,             ///< 'u', as Begin; not described, but sent by clients: the rate changes at once
  Version = 0x76,            ///< 'v'; the answer is 32 octets of text and nothing else
  EmergencyStopAlso = 0xFF,  ///< see EmergencyStop
};

/// The first octet of an answer.
enum class Answer : std::uint8_t {
  Full = 0x46,           ///< 'F': no room; what came was dropped
  Invalid = 0x49,        ///< 'I': not now, or not at all
  StopCondition = 0x21,  ///< '!': what caused the emergency stop is still there
  Ack = 0x61,            ///< 'a'
};

enum class LightEngine : std::uint8_t { Ready, WarmUp, CoolDown, EmergencyStop };
enum class Playback : std::uint8_t { Idle, Prepared, Playing };

/// Bits of Status::light_engine_flags.
inline constexpr std::uint16_t kStoppedByCommand = 0x0001;  ///< emergency stop by a packet or a wrong command
/// Bits of Status::playback_flags.
inline constexpr std::uint16_t kShutterOpen = 0x0001;
inline constexpr std::uint16_t kUnderflow = 0x0002;         ///< the last stream ended by running empty
inline constexpr std::uint16_t kEmergencyStopped = 0x0004;  ///< the last stream ended by an emergency stop

/// What a DAC tells of itself in each answer and each broadcast.
struct Status {
  static constexpr std::size_t kOctets = 20;

  std::uint8_t protocol = 0;
  LightEngine light_engine = LightEngine::Ready;
  Playback playback = Playback::Idle;
  std::uint8_t source = 0;  ///< 0: the network
  std::uint16_t light_engine_flags = 0;
  std::uint16_t playback_flags = 0;
  std::uint16_t source_flags = 0;
  std::uint16_t buffer_fullness = 0;  ///< points that wait
  std::uint32_t point_rate = 0;       ///< per second
  std::uint32_t point_count = 0;      ///< points that were shown since Prepare

  friend bool operator==(const Status&, const Status&) = default;
};

/// What does not change while a DAC runs, and what clients choose their behaviour by.
struct Firmware {
  std::array<std::uint8_t, 6> mac{};
  std::uint16_t hardware_revision = 10;
  /// Clients ask those from 2 upwards for their version.
  std::uint16_t software_revision = 2;
  std::uint16_t buffer_capacity = 1799;  ///< points; what clients assume that do not read it
  std::uint32_t max_point_rate = 100'000;
  std::string version = "libidn";  ///< the first 32 octets are sent, ASCII
};

/// One point: control, x, y, r, g, b, i, u1, u2, of 16 bits each.
struct Point {
  static constexpr std::size_t kOctets = 18;
  static constexpr std::uint16_t kChangeRate = 0x8000;  ///< the next queued rate is from this point on

  std::uint16_t control = 0;
  LaserSample sample{};  ///< its intensity is what `i` says
  bool changes_rate() const noexcept { return (control & kChangeRate) != 0; }
};

/// A command and its arguments.
struct Request {
  Command command{};
  std::uint8_t octet = 0;  ///< the first one, which answers repeat
  std::uint32_t rate = 0;  ///< of Begin, Update and QueueRate, points per second
  ConstBytes points{};     ///< of Data: Point::kOctets each; in what was decoded
  std::size_t octets = 0;  ///< of the whole command

  std::size_t point_count() const noexcept { return points.size() / Point::kOctets; }
};

/// What the beginning of a stream of octets is.
struct Decoded {
  enum class Kind : std::uint8_t {
    Complete,    ///< `request`
    Incomplete,  ///< more octets are needed
    Unknown,     ///< nobody knows where the next command would begin
  };
  Kind kind = Kind::Incomplete;
  Request request{};
};

/// The longest command: Data with the most points that its count can tell.
inline constexpr std::size_t kLongestCommand = 3 + 0xFFFF * Point::kOctets;
inline constexpr std::size_t kVersionOctets = 32;
inline constexpr std::size_t kAnswerOctets = 2 + Status::kOctets;
inline constexpr std::size_t kBroadcastOctets = 16 + Status::kOctets;

/// The first command of `octets`, of which it is a view.
Decoded decode_request(ConstBytes octets) noexcept;
/// The point at the begin of `octets`, which hold one at least.
Point decode_point(ConstBytes octets) noexcept;

std::array<std::byte, kAnswerOctets> encode_answer(Answer answer, std::uint8_t command,
                                                   const Status& status) noexcept;
std::array<std::byte, kVersionOctets> encode_version(std::string_view version) noexcept;
std::array<std::byte, kBroadcastOctets> encode_broadcast(const Firmware& firmware,
                                                         const Status& status) noexcept;

}  // namespace idn::etherdream
