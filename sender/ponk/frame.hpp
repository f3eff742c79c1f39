// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "idn/bytes.hpp"
#include "idn/time.hpp"

/// Decodes PONK, Pathes Over NetworK, version 0 (github.com/madmappersoftware/Ponk). Little endian. Pure.
namespace idn::sender::ponk {

constexpr std::uint32_t kGroup = 0xEFFF0A18;  ///< 239.255.10.24, in host byte order
constexpr std::uint16_t kPort = 5583;

/// Of one datagram, which carries a chunk of a frame.
struct Header {
  static constexpr std::size_t kSize = 52;

  std::uint32_t sender = 0;
  std::string name{};  ///< of the sender, up to its first zero
  std::uint8_t frame = 0;
  std::uint8_t chunks = 0;  ///< of the frame
  std::uint8_t chunk = 0;   ///< from 0
  std::uint32_t sum = 0;    ///< of all octets of the frame after the headers
};

/// Nothing unless it is a PONK datagram of version 0 whose chunk number fits.
std::optional<Header> decode_header(ConstBytes datagram);

/// Positions are -1 to 1, y up; colours 0 to 1.
struct PathPoint {
  double x = 0, y = 0, r = 0, g = 0, b = 0;
};

struct Path {
  double speed = 1;                      ///< MAXSPEED or FIXSPEED; may be anything
  std::optional<double> beam_samples{};  ///< SNGLPTIN; may be anything
  std::vector<PathPoint> points{};
};

/// Nothing if any part is malformed, of an unknown point format, or not a finite position.
std::optional<std::vector<Path>> decode_paths(ConstBytes payload);

/// Joins the chunks of one sender's frames, which may come in any order. A chunk of another frame drops the
/// incomplete one; a frame that is not newer than the last complete one is dropped.
class Assembler {
 public:
  static constexpr std::size_t kMostOctets = std::size_t{1} << 20;  ///< of a frame
  /// After this long, chunks of an incomplete frame are stale, and a sender may number its frames anew.
  static constexpr Duration kStale{std::chrono::milliseconds(300)};

  /// @return whether payload() is a complete frame with the right sum
  bool add(const Header& header, ConstBytes datagram, TimePoint now);
  ConstBytes payload() const noexcept { return payload_; }
  /// Count of frames that were incomplete, of a wrong sum, too long or too old.
  std::uint64_t dropped() const noexcept { return dropped_; }

 private:
  void begin(const Header& header, TimePoint now);
  void drop();
  bool finish(TimePoint now);

  std::optional<Header> current_;
  TimePoint begun_{};
  std::array<std::vector<std::byte>, 255> chunks_;
  std::bitset<255> received_;
  std::size_t octets_ = 0;
  std::optional<std::uint8_t> last_;  ///< number of the last complete frame
  TimePoint last_at_{};
  std::vector<std::byte> payload_;
  std::uint64_t dropped_ = 0;
};

}  // namespace idn::sender::ponk
