// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

/// Errors of the operating system. Errors in received bytes are an Error (result.hpp).
namespace idn {

/// Why a socket, file, interface or name is not available, or a feature is missing in this system. Used while
/// setting up only: errors of single datagrams are a std::error_code, which allocates nothing.
struct SystemError {
  std::error_code code;  ///< of the operating system
  /// Cause and remedy, as a sentence fragment; empty where the message of `code` suffices.
  std::string explanation;

  // NOLINTNEXTLINE(google-explicit-constructor): most calls have nothing but a code
  /// `why` becomes `explanation`.
  SystemError(std::error_code refusal, std::string why = {}) : code(refusal), explanation(std::move(why)) {}

  friend bool operator==(const SystemError& error, std::errc condition) noexcept {
    return error.code == condition;
  }
};

/// For users: a sentence fragment without a full stop.
std::string to_string(const SystemError& error);

/// A value, or the error because of which there is none.
template <class T>
using SystemResult = tl::expected<T, SystemError>;

/// An error to return where the system lacks a feature: std::errc::not_supported.
inline tl::unexpected<SystemError> not_supported(std::string explanation) {
  return tl::unexpected<SystemError>(
      SystemError(std::make_error_code(std::errc::not_supported), std::move(explanation)));
}

}  // namespace idn
