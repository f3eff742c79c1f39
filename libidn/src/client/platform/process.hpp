// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

namespace idn::client::platform {

/// Distinguishes a process from its forked children; 0 on systems without fork.
long process_id() noexcept;

/// Whether other threads may still run while static objects are destroyed.
bool threads_run_at_end() noexcept;

/// Whether the process is ending and has ended all threads but the calling one, at any point of their code.
bool has_ended_threads() noexcept;

/// The process that made this object. A forked child, which has copies of all objects but none of the threads
/// that serve them, must neither wait for these nor end what the parent plays: it leaves its copies as they
/// are.
class HomeProcess {
 public:
  bool is_here() const noexcept { return process_id() == id_; }

 private:
  long id_ = process_id();
};

/// Never destroys what the pointer owns.
template <class Pointer>
void leave(Pointer pointer) noexcept {
  union Grave {
    explicit Grave(Pointer&& moved) noexcept : kept(std::move(moved)) {}
    ~Grave() {}  // NOLINT(modernize-use-equals-default): deleted if defaulted
    Pointer kept;
  };
  const Grave grave(std::move(pointer));
}

}  // namespace idn::client::platform
