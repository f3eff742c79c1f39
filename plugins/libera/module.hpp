// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "plugins/libera/controller.hpp"

namespace idn::plugins::libera {

/// An object that create_backend has created.
struct Backend {
  libera_host_services_t services{};
  std::shared_ptr<Rack> rack;
};

/// The backends and controllers of hosts, by handles. A handle is never reused, since a thread of a host may
/// use one that another thread has destroyed. Threads: any.
class Module {
 public:
  /// Never destroyed, since threads of the host may still call at the end of the process.
  static Module& instance();

  void* create_backend(const libera_host_services_t* services);
  void destroy_backend(void* backend);
  std::shared_ptr<Backend> backend(void* handle) const { return find(backends_, handle); }

  /// Opens the output and supersedes other controllers of it.
  /// @return handle of a new controller; null if there is no such output
  void* connect(const Backend& backend, const libera_controller_info_t& info, void* context);
  /// Destroys a controller. Blanks and closes its output, unless another controller has superseded it.
  void disconnect(void* controller);
  std::shared_ptr<Controller> controller(void* handle) const { return find(controllers_, handle); }

 private:
  template <class T>
  using Handles = std::map<std::uintptr_t, std::shared_ptr<T>>;

  template <class T>
  std::shared_ptr<T> find(const Handles<T>& handles, void* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = handles.find(reinterpret_cast<std::uintptr_t>(handle));
    return found == handles.end() ? nullptr : found->second;
  }
  template <class T>
  void* add(Handles<T>& handles, std::shared_ptr<T> what);
  template <class T>
  std::shared_ptr<T> extract(Handles<T>& handles, void* handle);

  std::mutex changing_;       ///< held by connect() and disconnect()
  mutable std::mutex mutex_;  ///< guards what follows; never held for long
  std::uintptr_t last_handle_ = 0;
  Handles<Backend> backends_;
  Handles<Controller> controllers_;
};

}  // namespace idn::plugins::libera
