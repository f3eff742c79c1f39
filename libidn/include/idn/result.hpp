// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tl/expected.hpp>

/// Errors of decoding and encoding octets (of a network, a capture or a file), and of the settings for them.
namespace idn {

/// Kind of an error.
enum class Errc : std::uint8_t {
  Truncated,          ///< fewer octets than the structure needs
  Overflow,           ///< the output buffer is too small
  BadStructSize,      ///< a structSize or entrySize field is below the known minimum
  BadTotalSize,       ///< totalSize outside 8..0xFF00, or larger than the payload
  NotChannelMessage,  ///< content ID without bit 15
  WrongCommand,       ///< the packet is not of the expected kind
  BadConfiguration,   ///< the service configuration does not fit into the message
  UnknownTag,         ///< dictionary tag of an unknown category or subcategory
  BadDictionary,      ///< dictionary without X, Y or colour, or a tag in an impossible place
  PartialSample,      ///< sample octets are not a multiple of the sample size
  NotIlda,            ///< no "ILDA" signature at the start of a file
  InvalidRate,        ///< sample rate outside its range
  InvalidPacketSize,  ///< samples per datagram outside what format, limit and receivers allow
  Full,               ///< a bounded buffer has no room left
  NotCapture,         ///< neither pcap nor pcapng
  OutOfRange,         ///< a value outside of what its field may hold
};

/// One sentence fragment for users, lower case, without a full stop.
std::string_view to_string(Errc code) noexcept;

/// Why decoding or encoding failed, and where.
struct Error {
  Errc code{};             ///< kind of the error
  std::size_t offset = 0;  ///< octets from the start of the decoded span

  friend constexpr bool operator==(const Error&, const Error&) = default;
};

/// Always tl::expected, also where std::expected exists: a library and a program built in different language
/// modes must agree on the type.
template <class T>
using Result = tl::expected<T, Error>;

/// An Error to return from a function whose result is Result.
constexpr tl::unexpected<Error> fail(Errc code, std::size_t offset = 0) noexcept {
  return tl::unexpected<Error>(Error{code, offset});
}

}  // namespace idn
