// SPDX-License-Identifier: MIT
#include "idn/io/realtime.hpp"

#include <windows.h>

#include <system_error>
#include <utility>

namespace idn::io {
namespace {

std::string last_error() {
  return std::system_category().message(static_cast<int>(GetLastError()));
}

}  // namespace

struct RealtimeScope::Saved {
  int thread_priority = THREAD_PRIORITY_NORMAL;
  bool raised = false;
};

RealtimeScope::RealtimeScope(bool priority, RealtimeRole role) : saved_(std::make_unique<Saved>()) {
  if (priority) {
    saved_->thread_priority = GetThreadPriority(GetCurrentThread());
    const bool sends = role == RealtimeRole::Sender;
    saved_->raised = SetThreadPriority(GetCurrentThread(),
                                       sends ? THREAD_PRIORITY_TIME_CRITICAL : THREAD_PRIORITY_HIGHEST) != 0;
    const std::string level = sends ? "time critical" : "highest";
    grants_.push_back({"real-time priority", saved_->raised, saved_->raised ? level : last_error()});
  }
  grants_.push_back({"memory lock", false, "not a feature of this system"});
}

void RealtimeScope::yield_priority() noexcept {
  if (std::exchange(saved_->raised, false)) SetThreadPriority(GetCurrentThread(), saved_->thread_priority);
}

RealtimeScope::~RealtimeScope() {
  yield_priority();
}

}  // namespace idn::io
