// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

#include "idn/export.hpp"

/// Errors of all layers. Decoding and encoding return the small FormatError, everything else an Error.
namespace idn {

/// Kind of an error, for programs; Error::text is for people.
enum class Errc : std::uint8_t {
  // Of octets, and of settings that no datagram can hold.
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
  NotCapture,         ///< neither pcap nor pcapng
  OutOfRange,         ///< a value outside of what its field may hold
  // Of calls.
  BadTarget,     ///< not a target, or not the address of one receiver
  NotFound,      ///< no such unit, host or service answers
  Ambiguous,     ///< several units have this name, or answer at the address
  BadOption,     ///< an option outside its range, or not possible here
  Network,       ///< an error of the operating system in a network call of a device or receiver
  Busy,          ///< in use: the device by another call or kind of content, or the service by another device
  Closed,        ///< the device or its engine has been closed
  InCallback,    ///< not allowed from within a callback
  Callback,      ///< a callback of the application threw an exception
  Limits,        ///< a file of output limits cannot be used
  TooMany,       ///< more devices than an engine takes
  Full,          ///< client::Device::write(): no room for all samples within the time
  System,        ///< an error of the operating system, see Error::system
  NotSupported,  ///< this system lacks the feature
};

/// A few words, lower case, without a full stop: "bad target", "fewer octets than the structure needs" ...
IDN_EXPORT std::string_view to_string(Errc code) noexcept;

/// An error with its cause and remedy.
/// Threads: one owner. Real-time: no (heap).
struct Error {
  Errc code{};               ///< kind
  std::string text;          ///< what is wrong, a sentence fragment that names the cause
  std::string remedy{};      ///< what to do about it, likewise; may be empty
  std::error_code system{};  ///< of the operating system, where that is the cause

  /// "text; remedy": one line for people.
  std::string message() const { return remedy.empty() ? text : text + "; " + remedy; }
};

/// Why decoding or encoding octets failed (of a network, a capture or a file), and where.
/// Threads: one owner. Real-time: yes (no heap, lock, log), except the conversion.
struct FormatError {
  Errc code{};             ///< kind
  std::size_t offset = 0;  ///< octets from the start of the decoded span

  /// With the text of the kind, and the offset unless it is zero.
  IDN_EXPORT operator Error() const;  // NOLINT(google-explicit-constructor): so that a Result takes it

  /// Whether kind and place are the same.
  friend constexpr bool operator==(const FormatError&, const FormatError&) = default;
};

/// A value, or the error because of which there is none. Always tl::expected, also where std::expected exists:
/// a library and a program built in different language modes must agree on the type.
template <class T>
using Result = tl::expected<T, Error>;

/// As Result, of decoding and encoding: without heap.
template <class T>
using FormatResult = tl::expected<T, FormatError>;

/// A FormatError to return from a function whose result is FormatResult, or Result.
constexpr tl::unexpected<FormatError> fail(Errc code, std::size_t offset = 0) noexcept {
  return tl::unexpected<FormatError>(FormatError{code, offset});
}

/// An Error to return from a function whose result is Result.
inline tl::unexpected<Error> fail(Errc code, std::string text, std::string remedy = {},
                                  std::error_code system = {}) {
  return tl::unexpected<Error>(Error{code, std::move(text), std::move(remedy), system});
}

/// The same error as another kind, for the caller of the function whose result `error` is.
inline tl::unexpected<Error> fail(Errc code, Error error) {
  return fail(code, std::move(error.text), std::move(error.remedy), error.system);
}

/// Errc::System. Without a `text` that of the operating system.
inline tl::unexpected<Error> fail(std::error_code system, std::string text = {}, std::string remedy = {}) {
  return fail(Errc::System, text.empty() ? system.message() : std::move(text), std::move(remedy), system);
}

}  // namespace idn
