// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "idn/result.hpp"

namespace idn::client {

/// Marks the calling thread while it runs a callback of the application. Functions that wait until callbacks
/// have returned check is_of() and fail there, as they would deadlock.
class CallbackScope {
 public:
  /// @param engine to whose devices the callback belongs; only its address is compared
  explicit CallbackScope(const void* engine) noexcept;
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  /// Whether the calling thread is within a callback of this engine.
  static bool is_of(const void* engine) noexcept;

 private:
  const void* engine_;
  const CallbackScope* outer_;
};

/// Calls a callback of the application. @return what it has thrown, as a fault of `name`; nothing if it
/// returned
template <class Callback>
std::optional<Error> guarded_call(const char* name, Callback&& callback) {
  const auto threw = [name](const std::string& what) {
    return Error{Errc::Callback, std::string(name) + " threw an exception" + what,
                 "fix it; it is not called again"};
  };
  try {
    std::forward<Callback>(callback)();
  } catch (const std::exception& error) {
    return threw(std::string(": ") + error.what());
  } catch (...) {
    return threw("");
  }
  return std::nullopt;
}

}  // namespace idn::client
