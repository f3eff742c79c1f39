// SPDX-License-Identifier: MIT
#include "client/content/callback_scope.hpp"

#include <utility>

namespace idn::client {
namespace {

thread_local const CallbackScope* innermost_callback = nullptr;

}  // namespace

CallbackScope::CallbackScope(const void* engine) noexcept
    : engine_(engine), outer_(std::exchange(innermost_callback, this)) {}

CallbackScope::~CallbackScope() {
  innermost_callback = outer_;
}

bool CallbackScope::is_of(const void* engine) noexcept {
  for (const CallbackScope* scope = innermost_callback; scope != nullptr; scope = scope->outer_)
    if (scope->engine_ == engine) return true;
  return false;
}

}  // namespace idn::client
