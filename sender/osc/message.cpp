// SPDX-License-Identifier: MIT
#include "sender/osc/message.hpp"

#include <algorithm>
#include <bit>

namespace idn::sender::osc {
namespace {

/// Deepest nesting of bundles; senders use one or two levels.
constexpr int kMaxDepth = 8;

constexpr std::size_t padded(std::size_t octets) noexcept {
  return (octets + 3) / 4 * 4;
}

/// A string: octets, a zero, and padding zeros up to a multiple of four.
std::optional<std::string_view> read_text(ByteReader& in) {
  ByteReader ahead = in;
  const ConstBytes rest = ahead.take_rest();
  const auto end = std::ranges::find(rest, std::byte{0});
  const auto length = static_cast<std::size_t>(end - rest.begin());
  in.skip(padded(length + 1));
  if (end == rest.end() || !in.ok()) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(rest.data()), length);
}

ConstBytes read_blob(ByteReader& in) {
  const auto size = in.read<std::uint32_t>();
  const ConstBytes blob = in.take(size);
  in.skip(padded(size) - size);
  return blob;
}

/// Reads the argument of one type tag. @return false for an unknown tag or too few octets
bool read_argument(char type, ByteReader& in, std::vector<Argument>& arguments) {
  switch (type) {
    case 'i':
      arguments.emplace_back(static_cast<double>(in.read<std::int32_t>()));
      break;
    case 'f':
      arguments.emplace_back(static_cast<double>(std::bit_cast<float>(in.read<std::uint32_t>())));
      break;
    case 'h':
      arguments.emplace_back(static_cast<double>(in.read<std::int64_t>()));
      break;
    case 'd':
      arguments.emplace_back(std::bit_cast<double>(in.read<std::uint64_t>()));
      break;
    case 'T':
      arguments.emplace_back(1.0);
      break;
    case 'F':
      arguments.emplace_back(0.0);
      break;
    case 's':
    case 'S': {
      const auto text = read_text(in);
      if (!text) return false;
      arguments.emplace_back(*text);
      break;
    }
    case 'b':
      arguments.emplace_back(read_blob(in));
      break;
    case 'c':  // a letter, a colour, a MIDI message
    case 'r':
    case 'm':
      in.skip(4);
      arguments.emplace_back();
      break;
    case 't':
      in.skip(8);
      arguments.emplace_back();
      break;
    case 'N':
    case 'I':
      arguments.emplace_back();
      break;
    case '[':  // around arguments
    case ']':
      break;
    default:  // of unknown length
      return false;
  }
  return in.ok();
}

/// A time tag: seconds since 1900, from 2036 on those since then, and a fraction in 32 bits each. 1: at once.
std::optional<Duration> time_of(std::uint64_t tag) {
  if (tag <= 1) return std::nullopt;
  constexpr std::uint64_t k1970 = 2'208'988'800, kEra = std::uint64_t{1} << 32;
  const std::uint64_t seconds = (tag >> 32) + (tag >> 63 == 0 ? kEra : 0);
  const std::uint64_t nanoseconds = ((tag & (kEra - 1)) * 1'000'000'000 + kEra / 2) >> 32;
  return std::chrono::seconds(static_cast<std::int64_t>(seconds - k1970)) +
         Duration(static_cast<std::int64_t>(nanoseconds));
}

bool read_message(ConstBytes octets, std::optional<Duration> at, std::vector<Message>& messages) {
  ByteReader in(octets);
  const auto address = read_text(in);
  if (!address || !address->starts_with('/')) return false;
  Message message{.address = *address, .arguments = {}, .at = at};
  if (in.remaining() > 0) {  // old senders omit the type tags of messages without arguments
    const auto types = read_text(in);
    if (!types || !types->starts_with(',')) return false;
    for (const char type : types->substr(1))
      if (!read_argument(type, in, message.arguments)) return false;
  }
  messages.push_back(std::move(message));
  return in.remaining() == 0;
}

bool read_packet(ConstBytes octets, int depth, std::optional<Duration> at, std::vector<Message>& messages);

bool read_bundle(ByteReader in, int depth, std::vector<Message>& messages) {
  const auto at = time_of(in.read<std::uint64_t>());
  while (in.ok() && in.remaining() > 0) {
    const auto size = in.read<std::uint32_t>();
    const ConstBytes element = in.take(size);
    if (!in.ok() || !read_packet(element, depth + 1, at, messages)) return false;
  }
  return in.ok();
}

bool read_packet(ConstBytes octets, int depth, std::optional<Duration> at, std::vector<Message>& messages) {
  if (depth > kMaxDepth) return false;
  if (octets.empty() || octets.front() != std::byte{'#'}) return read_message(octets, at, messages);
  ByteReader in(octets);
  return read_text(in) == "#bundle" && read_bundle(in, depth, messages);
}

}  // namespace

std::optional<double> Message::number() const noexcept {
  const auto* const value = arguments.empty() ? nullptr : std::get_if<double>(&arguments.front());
  return value != nullptr ? std::optional(*value) : std::nullopt;
}

std::optional<std::vector<Message>> decode(ConstBytes datagram) {
  std::vector<Message> messages;
  if (!read_packet(datagram, 0, std::nullopt, messages)) return std::nullopt;
  return messages;
}

}  // namespace idn::sender::osc
