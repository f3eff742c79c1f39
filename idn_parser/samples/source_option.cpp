// SPDX-License-Identifier: MIT
#include "idn_parser/samples/source_option.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace idn::parser {
namespace {

namespace ip = boost::asio::ip;

bool add_word(std::string_view word, SampleTransform& transform) {
  if (word == "flip-x") return transform.flip_x = true;
  if (word == "flip-y") return transform.flip_y = true;
  if (word == "swap-xy") return transform.swap_axes = true;
  if (word == "use-intensity") return transform.apply_intensity = true;
  return false;
}

std::optional<SampleTransform> parse_transform(std::string_view text) {
  SampleTransform transform;
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!add_word(text.substr(0, comma), transform)) return std::nullopt;
    if (comma == std::string_view::npos) return transform;
    text.remove_prefix(comma + 1);
  }
}

std::optional<unsigned> parse_bits(std::string_view text, unsigned most) {
  unsigned bits = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, bits);
  if (error != std::errc{} || parsed != end || bits > most) return std::nullopt;
  return bits;
}

std::optional<SourceOption> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(text.substr(0, slash)), error);
  if (error) return std::nullopt;
  const unsigned length = address.is_v4() ? 32 : 128;
  const auto bits = slash == std::string_view::npos ? length : parse_bits(text.substr(slash + 1), length);
  if (!bits) return std::nullopt;
  const auto v6 = address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()) : address.to_v6();
  return SourceOption{.address = v6.to_bytes(), .prefix_bits = 128 - length + *bits, .transform = {}};
}

}  // namespace

bool SourceOption::covers(const Endpoint& sender) const noexcept {
  const unsigned whole = prefix_bits / 8;
  if (!std::equal(address.begin(), address.begin() + whole, sender.address.begin())) return false;
  const unsigned rest = prefix_bits % 8;
  return rest == 0 || (address[whole] ^ sender.address[whole]) >> (8 - rest) == 0;
}

std::optional<SourceOption> parse_source(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto option = parse_network(text.substr(0, colon));
  const auto transform = parse_transform(text.substr(colon + 1));
  if (!option || !transform) return std::nullopt;
  option->transform = *transform;
  return option;
}

SampleTransform transform_of(std::span<const SourceOption> options, const Endpoint& sender) noexcept {
  const auto found = std::ranges::find_if(options, [&](const auto& option) { return option.covers(sender); });
  return found == options.end() ? SampleTransform{} : found->transform;
}

}  // namespace idn::parser
