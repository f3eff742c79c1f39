// SPDX-License-Identifier: MIT
#include "plugins/libera/module.hpp"

#include <utility>
#include <vector>

#include "plugins/common/never_destroyed.hpp"
#include "plugins/libera/discovery.hpp"

namespace idn::plugins::libera {

Module& Module::instance() {
  return never_destroyed<Module>();
}

template <class T>
void* Module::add(Handles<T>& handles, std::shared_ptr<T> what) {
  const std::lock_guard lock(mutex_);
  handles.emplace(++last_handle_, std::move(what));
  return reinterpret_cast<void*>(last_handle_);
}

template <class T>
std::shared_ptr<T> Module::extract(Handles<T>& handles, void* handle) {
  const std::lock_guard lock(mutex_);
  auto node = handles.extract(reinterpret_cast<std::uintptr_t>(handle));
  return node ? std::move(node.mapped()) : nullptr;
}

/// Copies the services: a host may free them with the backend, which it destroys before its controllers.
void* Module::create_backend(const libera_host_services_t* services) {
  const auto backend = std::make_shared<Backend>();
  if (services != nullptr && services->version >= LIBERA_HOST_SERVICES_VERSION) backend->services = *services;
  backend->rack = Rack::shared("libera", Arming::ByHost);
  if (const std::string& problem = backend->rack->problem(); !problem.empty() && backend->services.log)
    backend->services.log(LIBERA_LOG_ERROR, ("IDN (libidn): no devices: " + problem).c_str());
  return add(backends_, backend);
}

void Module::destroy_backend(void* backend) {
  extract(backends_, backend);
}

void* Module::connect(const Backend& backend, const libera_controller_info_t& info, void* context) {
  Output* const output = find_output(*backend.rack, info.id);
  if (output == nullptr) return nullptr;
  const std::lock_guard alone(changing_);
  output->open();
  const auto controller = std::make_shared<Controller>(backend.rack, *output, backend.services, context);
  std::vector<std::shared_ptr<Controller>> former;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [handle, other] : controllers_)
      if (&other->output() == output) former.push_back(other);
  }
  for (const auto& other : former) other->end();  // waits for the device
  return add(controllers_, controller);
}

void Module::disconnect(void* controller) {
  const std::lock_guard alone(changing_);
  const auto ended = extract(controllers_, controller);
  if (!ended || ended->is_superseded()) return;
  ended->end();
  ended->output().finish();
}

}  // namespace idn::plugins::libera
