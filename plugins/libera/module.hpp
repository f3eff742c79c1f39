// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "plugins/libera/controller.hpp"

namespace idn::plugins::libera {

/// What create_backend gives a host.
struct Backend {
  libera_host_services_t services{};
  std::shared_ptr<Rack> rack;
};

/// The backends and controllers that hosts have, by handles that are never used twice: one thread of a host may
/// still use what another one has destroyed. Threads: any.
class Module {
 public:
  /// Not destroyed where a process ends: threads of the host may still call.
  static Module& instance();

  void* create_backend(const libera_host_services_t* services);
  void destroy_backend(void* backend);
  std::shared_ptr<Backend> backend(void* handle) const { return find(backends_, handle); }

  /// @return nothing where there is no such output
  void* connect(const Backend& backend, const libera_controller_info_t& info, void* context);
  /// The output is dark with the next datagram, then closed, unless another controller plays to it by now.
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
  std::shared_ptr<T> take(Handles<T>& handles, void* handle);

  std::mutex changing_;       ///< one at a time connects or disconnects
  mutable std::mutex mutex_;  ///< of what follows; never held for long
  std::uintptr_t last_handle_ = 0;
  Handles<Backend> backends_;
  Handles<Controller> controllers_;
};

}  // namespace idn::plugins::libera
