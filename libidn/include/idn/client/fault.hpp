// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

/// What applications get to know when something does not work.
namespace idn::client {

/// Why something did not work; for programs, where Fault::text is for people.
enum class FaultCode : std::uint8_t {
  BadTarget,   ///< the text names no receiver
  NotFound,    ///< no such unit, host or service answers
  Ambiguous,   ///< several units go by that name
  BadOption,   ///< a value outside its range
  Network,     ///< the operating system refuses
  Busy,        ///< another call or way to bring content owns the device, or another device the service
  Closed,      ///< the device or its engine has been closed
  InCallback,  ///< not to be called from within a callback
  Callback,    ///< a callback of the application has thrown
  Limits,      ///< the administrator's file of limits cannot be used
  TooMany,     ///< more devices than an engine takes
};

/// "bad target", "not found" ...
std::string_view to_string(FaultCode code) noexcept;

/// What did not work, why, and what helps.
struct Fault {
  FaultCode code{};    ///< which kind it is
  std::string text;    ///< what is wrong, a sentence fragment that names the cause
  std::string remedy;  ///< what to do about it, likewise; may be empty

  /// "text; remedy": one line for people.
  std::string message() const { return remedy.empty() ? text : text + "; " + remedy; }
};

/// A value, or the Fault for which there is none.
template <class T>
using Expected = tl::expected<T, Fault>;

/// A Fault to return from a function whose result is Expected.
inline tl::unexpected<Fault> fault(FaultCode code, std::string text, std::string remedy = {}) {
  return tl::unexpected<Fault>(Fault{code, std::move(text), std::move(remedy)});
}

}  // namespace idn::client
