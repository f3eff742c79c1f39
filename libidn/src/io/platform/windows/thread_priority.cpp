// SPDX-License-Identifier: MIT
#include "io/platform/thread_priority.hpp"

#include <windows.h>
// windows.h first: avrt.h needs its types.
#include <avrt.h>

#include <system_error>
#include <utility>

namespace idn::io::platform {

/// Senders join the multimedia class "Pro Audio" (MMCSS). If that fails, and for receivers, the thread gets one
/// of the highest ordinary priorities.
struct ThreadPriority::State {
  HANDLE multimedia = nullptr;
  int before = THREAD_PRIORITY_NORMAL;
  bool is_raised = false;

  bool join_multimedia_class() noexcept;
  bool set(int priority) noexcept;
};

bool ThreadPriority::State::join_multimedia_class() noexcept {
  DWORD task = 0;
  multimedia = AvSetMmThreadCharacteristicsW(L"Pro Audio", &task);
  if (multimedia != nullptr) AvSetMmThreadPriority(multimedia, AVRT_PRIORITY_CRITICAL);
  return multimedia != nullptr;
}

bool ThreadPriority::State::set(int priority) noexcept {
  before = GetThreadPriority(GetCurrentThread());
  is_raised = SetThreadPriority(GetCurrentThread(), priority) != 0;
  return is_raised;
}

ThreadPriority::ThreadPriority() : state_(std::make_unique<State>()) {}

ThreadPriority::~ThreadPriority() {
  restore();
}

Grant ThreadPriority::raise(RealtimeRole role) {
  const bool sends = role == RealtimeRole::Sender;
  if (sends && state_->join_multimedia_class()) return {"real-time priority", true, "MMCSS Pro Audio"};
  if (state_->set(sends ? THREAD_PRIORITY_TIME_CRITICAL : THREAD_PRIORITY_HIGHEST))
    return {"real-time priority", true, sends ? "time critical" : "highest"};
  return {"real-time priority", false, std::system_category().message(static_cast<int>(GetLastError()))};
}

void ThreadPriority::restore() noexcept {
  if (state_->multimedia != nullptr)
    AvRevertMmThreadCharacteristics(std::exchange(state_->multimedia, nullptr));
  if (std::exchange(state_->is_raised, false)) SetThreadPriority(GetCurrentThread(), state_->before);
}

}  // namespace idn::io::platform
