// SPDX-License-Identifier: MIT
// The table of functions that hosts call. They let no exception reach the host, and check handles and pointers.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "plugins/libera/discovery.hpp"
#include "plugins/libera/module.hpp"
#include "plugins/libera/properties.hpp"

// Sizes and places that hosts expect.
static_assert(sizeof(libera_status_t) == 4 && sizeof(libera_usage_t) == 4 && sizeof(libera_log_level_t) == 4);
static_assert(sizeof(libera_point_t) == 16);
static_assert(sizeof(libera_buffer_state_t) == 8);
static_assert(offsetof(libera_frame_requirements_t, blank_frame_points) == 8);
// Some systems of 32 bits align std::uint64_t to 4.
static_assert(alignof(std::uint64_t) != 8 ||
              (sizeof(libera_frame_requirements_t) == 24 &&
               offsetof(libera_frame_requirements_t, additional_delay_ns) == 16));
static_assert(sizeof(libera_controller_info_t) == 528);
static_assert(offsetof(libera_controller_info_t, label) == 128);
static_assert(offsetof(libera_controller_info_t, max_point_rate) == 384);
static_assert(offsetof(libera_controller_info_t, usage) == 388);
static_assert(offsetof(libera_controller_info_t, network) == 392);
static_assert(offsetof(libera_controller_info_t, network.ip) == 393);
static_assert(offsetof(libera_controller_info_t, network.port) == 458);
static_assert(offsetof(libera_controller_info_t, cookie) == 460);
static_assert(offsetof(libera_controller_info_t, cookie_size) == 524);
// In units of pointers, so that they hold for 32 bits too.
static_assert(sizeof(libera_property_t) == 2 * sizeof(void*));
static_assert(sizeof(libera_host_services_t) == 4 * sizeof(void*));
static_assert(sizeof(libera_plugin_api_t) == 18 * sizeof(void*));
static_assert(offsetof(libera_plugin_api_t, destroy_controller) == 8 * sizeof(void*));
static_assert(offsetof(libera_plugin_api_t, properties) == 13 * sizeof(void*));
static_assert(offsetof(libera_plugin_api_t, read_property) == 15 * sizeof(void*));

namespace {

using namespace idn::plugins;
using namespace idn::plugins::libera;

constexpr int kFailed = -1;  ///< result of functions that return an int

/// @return the result of `body`, or `otherwise` if it throws: out of memory, or no thread available
template <class Body, class Result>
Result guarded(Result otherwise, Body body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

template <class Body>
void guarded(Body body) noexcept {
  try {
    body();
  } catch (...) {
  }
}

template <class Body>
libera_status_t with_controller(void* handle, Body body) noexcept {
  return guarded(LIBERA_INTERNAL, [&] {
    const auto controller = Module::instance().controller(handle);
    return controller ? body(*controller) : LIBERA_INVALID_ARGUMENT;
  });
}

void* create_backend(const libera_host_services_t* services) noexcept {
  return guarded(static_cast<void*>(nullptr), [&] { return Module::instance().create_backend(services); });
}

void destroy_backend(void* backend) noexcept {
  guarded([&] { Module::instance().destroy_backend(backend); });
}

/// Nothing to do: the search in the background goes on all the time.
void rescan(void*) noexcept {}

void discover_all(void* handle, libera_emit_t emit, void* context) noexcept {
  guarded([&] {
    const auto backend = Module::instance().backend(handle);
    if (backend && emit != nullptr) discover(*backend->rack, emit, context);
  });
}

void* connect_controller(void* handle, const libera_controller_info_t* info, void* host_context) noexcept {
  return guarded(static_cast<void*>(nullptr), [&]() -> void* {
    const auto backend = Module::instance().backend(handle);
    if (!backend || info == nullptr) return nullptr;
    return Module::instance().connect(*backend, *info, host_context);
  });
}

void destroy_controller(void* controller) noexcept {
  guarded([&] { Module::instance().disconnect(controller); });
}

libera_status_t send_points(void* handle, const libera_point_t* points, std::uint32_t count) noexcept {
  return with_controller(handle, [&](Controller& controller) {
    if (points == nullptr && count > 0) return LIBERA_INVALID_ARGUMENT;
    return controller.send_points({points, count});
  });
}

void set_point_rate(void* handle, std::uint32_t points_per_second) noexcept {
  with_controller(handle, [&](Controller& controller) {
    controller.set_rate(points_per_second);
    return LIBERA_OK;
  });
}

void set_armed(void* handle, bool armed) noexcept {
  with_controller(handle, [&](Controller& controller) {
    controller.arm(armed);
    return LIBERA_OK;
  });
}

int get_buffer_state(void* handle, libera_buffer_state_t* state) noexcept {
  return with_controller(handle, [&](Controller& controller) {
    if (state == nullptr) return LIBERA_INVALID_ARGUMENT;
    *state = controller.buffer_state();
    return LIBERA_OK;
  });
}

/// Writes as much as there is room for, so that a host can ask for the length first.
int read_property(void* handle, std::uint32_t index, char* out, std::uint32_t size) noexcept {
  return guarded(kFailed, [&] {
    const auto controller = Module::instance().controller(handle);
    if (!controller) return kFailed;
    const auto text = property_text(index, controller->output().device().get());
    if (!text) return kFailed;
    if (out != nullptr && size > 0) {
      const std::size_t written = std::min<std::size_t>(text->size(), size - 1);
      std::memcpy(out, text->data(), written);
      out[written] = '\0';
    }
    return static_cast<int>(text->size());
  });
}

libera_status_t get_frame_requirements(void* handle, libera_frame_requirements_t* requirements) noexcept {
  return with_controller(handle, [&](Controller& controller) {
    return requirements == nullptr ? LIBERA_INVALID_ARGUMENT : controller.frame_requirements(*requirements);
  });
}

libera_status_t send_frame(void* handle, const libera_point_t* points, std::uint32_t count) noexcept {
  return with_controller(handle, [&](Controller& controller) {
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
/// and the host itself draws the move from one frame to the next. So frames are offered only if the settings
/// ask for them. Errors in the settings are reported when the host lists its controllers.
bool wants_frames() {
  return guarded(false, [] {
    const auto venue = idn::load_venue();
    return venue && venue->libera_transport == idn::LiberaTransport::Frames;
  });
}

}  // namespace

extern "C" const libera_plugin_api_t* libera_plugin_get_api() {
  static const libera_plugin_api_t kPoints = table_of(false), kFrames = table_of(true);
  return wants_frames() ? &kFrames : &kPoints;
}
