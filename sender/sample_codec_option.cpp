// SPDX-License-Identifier: MIT
#include "sender/sample_codec_option.hpp"

#include <fmt/core.h>

#include <charconv>
#include <vector>

#include "cli/command_line.hpp"

namespace idn::sender {
namespace {

/// Big-endian octets of "4200,4010,...".
tl::expected<std::vector<std::byte>, std::string> parse_tags(const std::string& text) {
  constexpr const char* kSeparators = ", ";
  std::vector<std::byte> octets;
  for (std::size_t at = 0; (at = text.find_first_not_of(kSeparators, at)) != std::string::npos;) {
    const std::string word = text.substr(at, text.find_first_of(kSeparators, at) - at);
    unsigned tag = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), tag, 16);
    if (error != std::errc{} || end != word.data() + word.size() || word.size() != 4)
      return tl::unexpected(
          fmt::format("\"{}\" is neither a format nor a tag of four hex digits; choose {}", word, kCodecNames));
    octets.push_back(static_cast<std::byte>(tag >> 8));
    octets.push_back(static_cast<std::byte>(tag & 0xFF));
    at += word.size();
  }
  return octets;
}

std::string explain(const FormatError& error) {
  if (error.code == Errc::UnknownTag) return fmt::format("tag number {} is unknown", error.offset / 2 + 1);
  return "these tags make no sample: give X (4200), Y (4210) and a colour (for example 527E), and precision "
         "(4010) after the tag that it refines";
}

}  // namespace

tl::expected<wire::SampleCodec, std::string> parse_sample_codec(const std::string& text) {
  if (const auto format = wire::sample_format_from(text)) return wire::SampleCodec(*format);
  const auto tags = parse_tags(text);
  if (!tags) return tl::unexpected(tags.error());
  const auto codec = wire::SampleCodec::from_dictionary(*tags);
  if (!codec) return tl::unexpected(explain(codec.error()));
  if (codec->layout().has(wire::FieldKind::WavelengthPrefix))
    return tl::unexpected(
        std::string("samples cannot carry the wavelength of the tag 5C00; give colours of fixed wavelengths, "
                    "such as 527E"));
  return *codec;
}

cli::Option add_sample_codec(const cli::CommandLine& command, const std::string& name, wire::SampleCodec& codec,
                             const std::string& description) {
  const auto take = [&codec, name](const std::string& text) {
    const auto parsed = parse_sample_codec(text);
    if (!parsed) throw cli::wrong_value(name, parsed.error());
    codec = *parsed;
  };
  return command.add_option(name, take, description).type_name("FORMAT");
}

}  // namespace idn::sender
