// SPDX-License-Identifier: MIT
#include "idn_parser/samples/source_option.hpp"

#include "cli/network.hpp"

namespace idn::parser {
namespace {

bool add_word(std::string_view word, SampleTransform& transform) {
  if (word == "mirror-x") return transform.flip_x = true;
  if (word == "mirror-y") return transform.flip_y = true;
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

}  // namespace

std::optional<stream::SenderTransform> parse_source(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto network = cli::parse_network(text.substr(0, colon));
  const auto transform = parse_transform(text.substr(colon + 1));
  if (!network || !transform) return std::nullopt;
  return stream::SenderTransform{*network, *transform};
}

}  // namespace idn::parser
