// SPDX-License-Identifier: MIT
#include "sender/ponk/frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>
#include <utility>

namespace idn::sender::ponk {
namespace {

constexpr std::size_t kNameSize = 32;
constexpr std::size_t kKeySize = 8;

std::uint16_t read_u16(ByteReader& in) noexcept {
  const auto low = in.read<std::uint8_t>(), high = in.read<std::uint8_t>();
  return static_cast<std::uint16_t>(high << 8 | low);
}

std::uint32_t read_u32(ByteReader& in) noexcept {
  const std::uint32_t low = read_u16(in), high = read_u16(in);
  return high << 16 | low;
}

float read_float(ByteReader& in) noexcept {
  return std::bit_cast<float>(read_u32(in));
}

std::string_view read_text(ByteReader& in, std::size_t size) noexcept {
  const ConstBytes octets = in.take(size);
  const std::string_view text(reinterpret_cast<const char*>(octets.data()), octets.size());
  return text.substr(0, text.find('\0'));
}

PathPoint read_integers(ByteReader& in) noexcept {
  const auto part = [&in] { return read_u16(in) / 65'535.0; };
  PathPoint point;
  point.x = 2 * part() - 1;
  point.y = 2 * part() - 1;
  point.r = part();
  point.g = part();
  point.b = part();
  return point;
}

PathPoint read_floats(ByteReader& in) noexcept {
  const auto part = [&in] { return in.read<std::uint8_t>() / 255.0; };
  PathPoint point;
  point.x = static_cast<double>(read_float(in));
  point.y = static_cast<double>(read_float(in));
  point.r = part();
  point.g = part();
  point.b = part();
  return point;
}

void read_data(ByteReader& in, Path& path) {
  const std::string_view key = read_text(in, kKeySize);
  const auto value = static_cast<double>(read_float(in));
  if (key == "MAXSPEED" || key == "FIXSPEED") path.speed = value;
  if (key == "SNGLPTIN") path.beam_samples = value;
}

std::optional<Path> read_path(ByteReader& in) {
  constexpr std::size_t kSizes[] = {10, 11};
  const auto format = in.read<std::uint8_t>();
  Path path;
  const auto data = in.read<std::uint8_t>();
  for (unsigned i = 0; i < data && in.ok(); ++i) read_data(in, path);
  const std::size_t count = read_u16(in);
  if (!in.ok() || format > 1 || count * kSizes[format] > in.remaining()) return std::nullopt;
  path.points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    path.points.push_back(format == 0 ? read_integers(in) : read_floats(in));
    if (!std::isfinite(path.points.back().x) || !std::isfinite(path.points.back().y)) return std::nullopt;
  }
  return path;
}

}  // namespace

std::optional<Header> decode_header(ConstBytes datagram) {
  ByteReader in(datagram);
  const std::string_view magic = read_text(in, 8);
  const auto version = in.read<std::uint8_t>();
  Header header;
  header.sender = read_u32(in);
  header.name = read_text(in, kNameSize);
  header.frame = in.read<std::uint8_t>();
  header.chunks = in.read<std::uint8_t>();
  header.chunk = in.read<std::uint8_t>();
  header.sum = read_u32(in);
  if (!in.ok() || magic != "PONK-UDP" || version != 0 || header.chunk >= header.chunks) return std::nullopt;
  return header;
}

std::optional<std::vector<Path>> decode_paths(ConstBytes payload) {
  constexpr std::size_t kMostPaths = 4096;  // as the crate ponk-protocol
  ByteReader in(payload);
  std::vector<Path> paths;
  while (in.remaining() > 0) {
    auto path = read_path(in);
    if (!path || paths.size() == kMostPaths) return std::nullopt;
    paths.push_back(std::move(*path));
  }
  return paths;
}

void Assembler::begin(const Header& header, TimePoint now) {
  drop();
  current_ = header;
  begun_ = now;
}

void Assembler::drop() {
  if (current_) ++dropped_;
  current_.reset();
  received_.reset();
  octets_ = 0;
}

bool Assembler::add(const Header& header, ConstBytes datagram, TimePoint now) {
  // Numbers wrap at 256.
  const bool is_old = last_ && now - last_at_ < kStale && static_cast<std::int8_t>(header.frame - *last_) <= 0;
  if (is_old) return false;
  const bool continues = current_ && current_->frame == header.frame && current_->chunks == header.chunks &&
                         current_->sum == header.sum && now - begun_ < kStale;
  if (!continues) begin(header, now);
  if (received_.test(header.chunk)) return false;
  const ConstBytes chunk = datagram.subspan(Header::kSize);
  if (octets_ + chunk.size() > kMostOctets) {
    drop();
    return false;
  }
  received_.set(header.chunk);
  octets_ += chunk.size();
  chunks_[header.chunk].assign(chunk.begin(), chunk.end());
  return received_.count() == header.chunks && finish(now);
}

bool Assembler::finish(TimePoint now) {
  payload_.clear();
  for (std::size_t i = 0; i < current_->chunks; ++i)
    payload_.insert(payload_.end(), chunks_[i].begin(), chunks_[i].end());
  std::uint32_t sum = 0;
  for (const std::byte octet : payload_) sum += std::to_integer<std::uint32_t>(octet);
  if (sum != current_->sum) {
    drop();
    return false;
  }
  last_ = current_->frame;
  last_at_ = now;
  current_.reset();
  drop();
  return true;
}

}  // namespace idn::sender::ponk
