// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

// The interface of Libera plug-ins as hosts see it, written from its facts and not from the plug-in's header,
// so that a mistake there makes the tests fail. The types have the names of that header, since sanitizers
// compare them.

enum libera_status_t {
  kLiberaOk = 0,
  kLiberaDisconnected = 1,
  kLiberaBusy = 3,
  kLiberaInvalidArgument = 5,
  kLiberaInternal = 6
};
static_assert(sizeof(libera_status_t) == 4);
enum libera_log_level_t { kLiberaInformation = 0, kLiberaWarning = 1, kLiberaError = 2 };
enum libera_usage_t { kLiberaUnknown = 0, kLiberaIdle = 1, kLiberaActive = 2, kLiberaBusyExclusive = 3 };

struct libera_point_t {
  std::int16_t x, y;
  std::uint16_t r, g, b, i, u1, u2;
};
static_assert(sizeof(libera_point_t) == 16 && offsetof(libera_point_t, r) == 4);
static_assert(offsetof(libera_point_t, i) == 10 && offsetof(libera_point_t, u2) == 14);

struct libera_buffer_state_t {
  std::int32_t points, total;
};
static_assert(sizeof(libera_buffer_state_t) == 8);

struct libera_frame_requirements_t {
  std::uint32_t maximum, preferred, blank;
  std::uint64_t delay_ns;
};
static_assert(offsetof(libera_frame_requirements_t, preferred) == 4);
static_assert(offsetof(libera_frame_requirements_t, blank) == 8);
static_assert(alignof(std::uint64_t) != 8 || (sizeof(libera_frame_requirements_t) == 24 &&
                                              offsetof(libera_frame_requirements_t, delay_ns) == 16));

struct libera_controller_info_t {
  char id[128];
  char label[256];
  std::uint32_t max_point_rate;
  libera_usage_t usage;
  bool has_network;
  char ip[64];
  std::uint16_t port;
  std::uint8_t cookie[64];
  std::uint32_t cookie_size;
};
static_assert(sizeof(libera_controller_info_t) == 528);
static_assert(offsetof(libera_controller_info_t, label) == 128);
static_assert(offsetof(libera_controller_info_t, max_point_rate) == 384);
static_assert(offsetof(libera_controller_info_t, usage) == 388);
static_assert(offsetof(libera_controller_info_t, has_network) == 392);
static_assert(offsetof(libera_controller_info_t, ip) == 393);
static_assert(offsetof(libera_controller_info_t, port) == 458);
static_assert(offsetof(libera_controller_info_t, cookie) == 460);
static_assert(offsetof(libera_controller_info_t, cookie_size) == 524);

struct libera_property_t {
  const char *key, *label;
};
static_assert(sizeof(libera_property_t) == 2 * sizeof(void*));

struct libera_host_services_t {
  std::uint32_t version = 1;
  void (*log)(libera_log_level_t level, const char* text) = nullptr;
  void (*record_latency)(void* host_context, std::uint64_t nanoseconds) = nullptr;
  void (*report_error)(void* host_context, const char* code, const char* label) = nullptr;
};
static_assert(sizeof(libera_host_services_t) == 4 * sizeof(void*));
static_assert(offsetof(libera_host_services_t, log) == sizeof(void*));
static_assert(offsetof(libera_host_services_t, record_latency) == 2 * sizeof(void*));
static_assert(offsetof(libera_host_services_t, report_error) == 3 * sizeof(void*));

using libera_emit_t = void (*)(void* context, const libera_controller_info_t* info);

struct libera_plugin_api_t {
  std::uint32_t version;
  const char *type_name, *display_name;
  void* (*create_backend)(const libera_host_services_t*);
  void (*destroy_backend)(void*);
  void (*rescan)(void*);
  void (*discover)(void*, libera_emit_t, void* context);
  void* (*connect_controller)(void*, const libera_controller_info_t*, void* host_context);
  void (*destroy_controller)(void*);
  libera_status_t (*send_points)(void*, const libera_point_t*, std::uint32_t);
  void (*set_point_rate)(void*, std::uint32_t);
  void (*set_armed)(void*, bool);
  int (*get_buffer_state)(void*, libera_buffer_state_t*);
  const libera_property_t* properties;
  std::uint32_t property_count;
  int (*read_property)(void*, std::uint32_t index, char*, std::uint32_t size);
  libera_status_t (*get_frame_requirements)(void*, libera_frame_requirements_t*);
  libera_status_t (*send_frame)(void*, const libera_point_t*, std::uint32_t);
};

// The place of each entry, in units of pointers, so that it holds for 32 bits too.
constexpr std::size_t libera_place(std::size_t offset) {
  return offset / sizeof(void*);
}
static_assert(libera_place(offsetof(libera_plugin_api_t, version)) == 0);
static_assert(libera_place(offsetof(libera_plugin_api_t, type_name)) == 1);
static_assert(libera_place(offsetof(libera_plugin_api_t, display_name)) == 2);
static_assert(libera_place(offsetof(libera_plugin_api_t, create_backend)) == 3);
static_assert(libera_place(offsetof(libera_plugin_api_t, destroy_backend)) == 4);
static_assert(libera_place(offsetof(libera_plugin_api_t, rescan)) == 5);
static_assert(libera_place(offsetof(libera_plugin_api_t, discover)) == 6);
static_assert(libera_place(offsetof(libera_plugin_api_t, connect_controller)) == 7);
static_assert(libera_place(offsetof(libera_plugin_api_t, destroy_controller)) == 8);
static_assert(libera_place(offsetof(libera_plugin_api_t, send_points)) == 9);
static_assert(libera_place(offsetof(libera_plugin_api_t, set_point_rate)) == 10);
static_assert(libera_place(offsetof(libera_plugin_api_t, set_armed)) == 11);
static_assert(libera_place(offsetof(libera_plugin_api_t, get_buffer_state)) == 12);
static_assert(libera_place(offsetof(libera_plugin_api_t, properties)) == 13);
static_assert(libera_place(offsetof(libera_plugin_api_t, property_count)) == 14);
static_assert(libera_place(offsetof(libera_plugin_api_t, read_property)) == 15);
static_assert(libera_place(offsetof(libera_plugin_api_t, get_frame_requirements)) == 16);
static_assert(libera_place(offsetof(libera_plugin_api_t, send_frame)) == 17);
static_assert(sizeof(libera_plugin_api_t) == 18 * sizeof(void*));
