// SPDX-License-Identifier: MIT
// The table of functions that hosts call. They let no exception reach the host, and check handles and pointers.
#include "plugins/libera/discovery.hpp"
#include "plugins/libera/module.hpp"
#include "plugins/libera/properties.hpp"

// The sizes that hosts expect.
static_assert(sizeof(libera_point_t) == 16);
static_assert(sizeof(libera_buffer_state_t) == 8);
static_assert(sizeof(libera_controller_info_t) == 528);
static_assert(sizeof(libera_frame_requirements_t) == 24);
static_assert(sizeof(void*) != 8 || sizeof(libera_host_services_t) == 32);
static_assert(sizeof(void*) != 8 || sizeof(libera_plugin_api_t) == 144);

namespace {

using namespace idn::plugins;
using namespace idn::plugins::libera;

/// @return the result of `body`, or LIBERA_ERROR if it throws: out of memory, or no thread available
template <class Body>
std::int32_t guarded(Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return LIBERA_ERROR;
  }
}

template <class Body>
std::int32_t with_controller(void* handle, Body body) noexcept {
  return guarded([&] {
    const auto controller = Module::instance().controller(handle);
    return controller ? body(*controller) : static_cast<std::int32_t>(LIBERA_INVALID_ARGUMENT);
  });
}

void* create_backend(const libera_host_services_t* services) noexcept {
  void* backend = nullptr;
  guarded([&] {
    backend = Module::instance().create_backend(services);
    return LIBERA_OK;
  });
  return backend;
}

void destroy_backend(void* backend) noexcept {
  guarded([&] {
    Module::instance().destroy_backend(backend);
    return LIBERA_OK;
  });
}

/// Nothing to do: the search in the background goes on all the time.
std::int32_t rescan(void* backend) noexcept {
  return guarded([&] { return Module::instance().backend(backend) ? LIBERA_OK : LIBERA_INVALID_ARGUMENT; });
}

std::int32_t discover_all(void* handle, libera_emit_t emit, void* context) noexcept {
  return guarded([&] {
    const auto backend = Module::instance().backend(handle);
    if (!backend || emit == nullptr) return LIBERA_INVALID_ARGUMENT;
    discover(*backend->rack, emit, context);
    return LIBERA_OK;
  });
}

void* connect_controller(void* handle, const libera_controller_info_t* info, void* host_context) noexcept {
  void* controller = nullptr;
  guarded([&] {
    const auto backend = Module::instance().backend(handle);
    if (backend && info != nullptr) controller = Module::instance().connect(*backend, *info, host_context);
    return LIBERA_OK;
  });
  return controller;
}

void destroy_controller(void* controller) noexcept {
  guarded([&] {
    Module::instance().disconnect(controller);
    return LIBERA_OK;
  });
}

std::int32_t send_points(void* handle, const libera_point_t* points, std::uint32_t count) noexcept {
  return with_controller(handle, [&](Controller& controller) -> std::int32_t {
    if (points == nullptr && count > 0) return LIBERA_INVALID_ARGUMENT;
    return controller.send_points({points, count});
  });
}

std::int32_t set_point_rate(void* handle, std::uint32_t points_per_second) noexcept {
  return with_controller(handle,
                         [&](Controller& controller) { return controller.set_rate(points_per_second); });
}

std::int32_t set_armed(void* handle, std::uint8_t armed) noexcept {
  return with_controller(handle, [&](Controller& controller) { return controller.arm(armed != 0); });
}

std::int32_t get_buffer_state(void* handle, libera_buffer_state_t* state) noexcept {
  return with_controller(handle, [&](Controller& controller) -> std::int32_t {
    return state == nullptr ? LIBERA_INVALID_ARGUMENT : controller.buffer_state(*state);
  });
}

std::int32_t read_property(void* handle, std::uint32_t index, double* value) noexcept {
  return with_controller(handle, [&](Controller& controller) -> std::int32_t {
    return value == nullptr ? LIBERA_INVALID_ARGUMENT : controller.read_property(index, *value);
  });
}

std::int32_t get_frame_requirements(void* handle, libera_frame_requirements_t* requirements) noexcept {
  return with_controller(handle, [&](Controller& controller) -> std::int32_t {
    return requirements == nullptr ? LIBERA_INVALID_ARGUMENT : controller.frame_requirements(*requirements);
  });
}

std::int32_t send_frame(void* handle, const libera_point_t* points, std::uint32_t count) noexcept {
  return with_controller(handle, [&](Controller& controller) -> std::int32_t {
    if (points == nullptr && count > 0) return LIBERA_INVALID_ARGUMENT;
    return controller.send_frame({points, count});
  });
}

libera_plugin_api_t table_of(bool has_frames) noexcept {
  const auto listed = properties();
  return {.abi_version = LIBERA_PLUGIN_ABI_VERSION,
          .type_name = "libidn",
          .display_name = "IDN (libidn)",
          .create_backend = create_backend,
          .destroy_backend = destroy_backend,
          .rescan = rescan,
          .discover = discover_all,
          .connect_controller = connect_controller,
          .destroy_controller = destroy_controller,
          .send_points = send_points,
          .set_point_rate = set_point_rate,
          .set_armed = set_armed,
          .get_buffer_state = get_buffer_state,
          .properties = listed.data(),
          .property_count = static_cast<std::uint32_t>(listed.size()),
          .read_property = read_property,
          .get_frame_requirements = has_frames ? get_frame_requirements : nullptr,
          .send_frame = has_frames ? send_frame : nullptr};
}

/// Hosts prefer send_frame() to send_points() if both exist. Points are better: the host keeps the buffer full,
/// so the latency is that of the settings and a change is visible after that time, whereas a frame waits for
/// the end of the one before, with another one queued behind it; the rate can change between any two points;
/// and the host itself draws the move from one frame to the next. So frames are offered only if the file name
/// of this library asks for them.
bool wants_frames() {
  const std::string path = platform::module_path();
  return path.find("frames", path.find_last_of("/\\") + 1) != std::string::npos;
}

}  // namespace

extern "C" const libera_plugin_api_t* libera_plugin_get_api() {
  static const libera_plugin_api_t kTable = table_of(wants_frames());
  return &kTable;
}
