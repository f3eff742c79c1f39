// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

/// What the operating system refuses. What is wrong with bytes is an Error (result.hpp).
namespace idn {

/// A socket, file, interface or name that is not to be had, or a service that the system does not offer. Only
/// for preparations: what happens to single datagrams is a std::error_code, which allocates nothing.
struct SystemError {
  std::error_code code;  ///< of the operating system
  /// What stands in the way and what to do about it, as a sentence fragment; empty where the code says all.
  std::string explanation;

  // NOLINTNEXTLINE(google-explicit-constructor): a code is all that most calls have to tell
  /// `why` says what was tried, for people; may be empty.
  SystemError(std::error_code refusal, std::string why = {}) : code(refusal), explanation(std::move(why)) {}

  friend bool operator==(const SystemError& error, std::errc condition) noexcept {
    return error.code == condition;
  }
};

/// For users: a sentence fragment without a full stop.
std::string to_string(const SystemError& error);

/// A value, or the SystemError for which there is none.
template <class T>
using SystemResult = tl::expected<T, SystemError>;

/// The system has no such service.
inline tl::unexpected<SystemError> not_offered(std::string explanation) {
  return tl::unexpected<SystemError>(
      SystemError(std::make_error_code(std::errc::not_supported), std::move(explanation)));
}

}  // namespace idn
