// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace idn::client
