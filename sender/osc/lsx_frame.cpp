// SPDX-License-Identifier: MIT
#include "sender/osc/lsx_frame.hpp"

#include <utility>

namespace idn::sender::osc {
namespace {

/// Format of a point, by the type at the start of the blob: XYRGB, XYZRGB, XYZPPrRGB.
enum class PointType : std::uint8_t { Flat = 0, Deep = 1, DeepWithParts = 2 };
constexpr std::uint8_t kPointTypes = 3;

constexpr std::size_t octets_of(PointType type) noexcept {
  constexpr std::size_t kOctets[kPointTypes] = {7, 9, 11};
  return kOctets[static_cast<std::size_t>(type)];
}

std::int16_t read_i16(ByteReader& in) noexcept {
  const auto low = in.read<std::uint8_t>(), high = in.read<std::uint8_t>();
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(high << 8 | low));
}

/// A negative number reads as one that is too large, and is refused as such.
std::size_t read_count(ByteReader& in) noexcept {
  return static_cast<std::uint16_t>(read_i16(in));
}

std::uint16_t read_colour(ByteReader& in) noexcept {
  return static_cast<std::uint16_t>(in.read<std::uint8_t>() * 0x101);
}

LaserSample read_point(ByteReader& in, PointType type) noexcept {
  LaserSample point{};
  point.x = read_i16(in);
  point.y = read_i16(in);
  if (type != PointType::Flat) point.z = read_i16(in);
  if (type == PointType::DeepWithParts) in.skip(2);  // palette, and parts or repetitions: matters of LSX
  point.r = read_colour(in);
  point.g = read_colour(in);
  point.b = read_colour(in);
  point.intensity = point.is_dark() ? 0 : 0xFFFF;
  return point;
}

}  // namespace

std::optional<LsxPart> decode_lsx_part(ConstBytes blob) {
  ByteReader in(blob);
  const auto type = in.read<std::uint8_t>();
  in.skip(3);  // whether to store it, for which timeline, and nothing
  LsxPart part;
  part.frame = static_cast<std::uint16_t>(read_i16(in));
  part.total = read_count(in);
  part.first = read_count(in);
  const std::size_t count = read_count(in);
  if (!in.ok() || type >= kPointTypes || part.total > LsxPart::kMostPoints || part.first + count > part.total ||
      in.remaining() != count * octets_of(static_cast<PointType>(type)))
    return std::nullopt;
  part.points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) part.points.push_back(read_point(in, static_cast<PointType>(type)));
  return part;
}

bool LsxAssembler::add(const LsxPart& part) {
  const bool begins = part.first == 0;
  const bool is_next =
      parts_ > 0 && part.frame == number_ && part.total == total_ && part.first == points_.size();
  if (begins || !is_next) {
    lost_parts_ += std::exchange(parts_, 0);
    points_.clear();
  }
  if (!begins && !is_next) {
    ++lost_parts_;
    return false;
  }
  number_ = part.frame;
  total_ = part.total;
  ++parts_;
  points_.insert(points_.end(), part.points.begin(), part.points.end());
  if (points_.size() < total_) return false;
  parts_ = 0;
  return true;
}

}  // namespace idn::sender::osc
