// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

/// Errors of the client layer.
namespace idn::client {

/// The kind of an error, for programs; Fault::text is for people.
enum class FaultCode : std::uint8_t {
  BadTarget,   ///< not a target, or not the address of one receiver
  NotFound,    ///< no such unit, host or service answers
  Ambiguous,   ///< several units have this name, or answer at the address
  BadOption,   ///< an option outside its range, or not possible here
  Network,     ///< an error of the operating system in a network call
  Busy,        ///< in use: the device by another call or kind of content, or the service by another device
  Closed,      ///< the device or its engine has been closed
  InCallback,  ///< not allowed from within a callback
  Callback,    ///< a callback of the application threw an exception
  Limits,      ///< the administrator's file of limits cannot be used
  TooMany,     ///< more devices than an engine takes
  Full,        ///< Device::write(): no room for all samples within the time
};

/// "bad target", "not found" ...
std::string_view to_string(FaultCode code) noexcept;

/// An error with its cause and remedy.
struct Fault {
  FaultCode code{};    ///< kind
  std::string text;    ///< what is wrong, a sentence fragment that names the cause
  std::string remedy;  ///< what to do about it, likewise; may be empty

  /// "text; remedy": one line for people.
  std::string message() const { return remedy.empty() ? text : text + "; " + remedy; }
};

/// Result of a function of the client layer: a value, or the error.
template <class T>
using Expected = tl::expected<T, Fault>;

/// A Fault to return from a function whose result is Expected.
inline tl::unexpected<Fault> fault(FaultCode code, std::string text, std::string remedy = {}) {
  return tl::unexpected<Fault>(Fault{code, std::move(text), std::move(remedy)});
}

}  // namespace idn::client
