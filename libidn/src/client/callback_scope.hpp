// SPDX-License-Identifier: MIT
#pragma once

namespace idn::client {

/// While a function of the application is called, on its thread: what waits for such functions to return is
/// refused there.
class CallbackScope {
 public:
  /// `engine`: whose devices it is called for.
  explicit CallbackScope(const void* engine) noexcept;
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  /// Whether the caller runs within one of this engine.
  static bool is_of(const void* engine) noexcept;

 private:
  const void* engine_;
  const CallbackScope* outer_;
};

}  // namespace idn::client
