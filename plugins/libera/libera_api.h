/* SPDX-License-Identifier: MIT */
/* The interface of Libera plug-ins, version 1: one exported function that returns a table of functions.
   Compared with the public header of the host, libera_plugin.h of 2026-04; plugin.cpp pins sizes and places. */
#ifndef IDN_PLUGINS_LIBERA_API_H
#define IDN_PLUGINS_LIBERA_API_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LIBERA_PLUGIN_ABI_VERSION 1u
#define LIBERA_HOST_SERVICES_VERSION 1u

/* Results of functions that return libera_status_t. The host counts and logs all but OK as errors, except
   DISCONNECTED, and BUSY of get_frame_requirements(). */
typedef enum {
  LIBERA_OK = 0,
  LIBERA_DISCONNECTED = 1, /* the host destroys the controller and connects another one at once */
  LIBERA_TIMEOUT = 2,
  LIBERA_BUSY = 3, /* from get_frame_requirements(): the host asks again; from others, an error */
  LIBERA_PROTOCOL = 4,
  LIBERA_INVALID_ARGUMENT = 5,
  LIBERA_INTERNAL = 6
} libera_status_t;

typedef enum { LIBERA_LOG_INFO = 0, LIBERA_LOG_WARNING = 1, LIBERA_LOG_ERROR = 2 } libera_log_level_t;

/* By whom a controller is used. */
typedef enum {
  LIBERA_USAGE_UNKNOWN = 0,
  LIBERA_USAGE_IDLE = 1,
  LIBERA_USAGE_ACTIVE = 2, /* by this host */
  LIBERA_USAGE_BUSY = 3    /* by another program */
} libera_usage_t;

/* x and y from -32768 to 32767, colours from 0 to 65535. */
typedef struct {
  int16_t x, y;
  uint16_t r, g, b, i, u1, u2;
} libera_point_t;

/* The host keeps the buffer nearly full, so its size determines the latency. */
typedef struct {
  int32_t points_in_buffer;
  int32_t total_buffer_points;
} libera_buffer_state_t;

typedef struct {
  uint32_t maximum_points; /* 0 is an error */
  uint32_t preferred_points;
  uint32_t blank_frame_points; /* size of the dark frames that the host sends while it has no content */
  /* Added to what the host computes from the play time of the frames that it has sent: 0 unless there is more.
   */
  uint64_t additional_delay_ns;
} libera_frame_requirements_t;

/* Texts are UTF-8 and end with 0. */
typedef struct {
  bool has_value;
  char ip[64];
  uint16_t port;
} libera_network_t;

typedef struct {
  char id[128];
  char label[256];
  uint32_t max_point_rate; /* points per second */
  libera_usage_t usage;
  libera_network_t network;
  uint8_t cookie[64]; /* for the plug-in; the host returns it by connect_controller() */
  uint32_t cookie_size;
} libera_controller_info_t;

/* A text that can be read of a controller, by its index in the list. */
typedef struct {
  const char* key;
  const char* label;
} libera_property_t;

/* Functions of the host. `host_context` is that of connect_controller(). The plug-in owns the texts. */
typedef struct {
  uint32_t version;
  void (*log)(libera_log_level_t level, const char* text);
  void (*record_latency)(void* host_context, uint64_t nanoseconds);
  void (*report_error)(void* host_context, const char* code, const char* label);
} libera_host_services_t;

typedef void (*libera_emit_t)(void* context, const libera_controller_info_t* info);

/* The host does not need create_backend, destroy_backend, rescan, set_point_rate, set_armed, get_buffer_state,
   properties and read_property, and either send_points or both functions for frames; it prefers frames. */
typedef struct {
  uint32_t abi_version;
  const char* type_name;
  const char* display_name;
  void* (*create_backend)(const libera_host_services_t* services);
  void (*destroy_backend)(void* backend);
  void (*rescan)(void* backend);
  void (*discover)(void* backend, libera_emit_t emit, void* context);
  void* (*connect_controller)(void* backend, const libera_controller_info_t* info, void* host_context);
  void (*destroy_controller)(void* controller);
  libera_status_t (*send_points)(void* controller, const libera_point_t* points, uint32_t count);
  void (*set_point_rate)(void* controller, uint32_t points_per_second);
  void (*set_armed)(void* controller, bool armed);
  int (*get_buffer_state)(void* controller, libera_buffer_state_t* state); /* 0: valid */
  const libera_property_t* properties;
  uint32_t property_count;
  /* Returns the octets written, or needed if there are more than `size`, without the closing 0; negative: no
     value. */
  int (*read_property)(void* controller, uint32_t index, char* out, uint32_t size);
  libera_status_t (*get_frame_requirements)(void* controller, libera_frame_requirements_t* requirements);
  libera_status_t (*send_frame)(void* controller, const libera_point_t* points, uint32_t count);
} libera_plugin_api_t;

#if defined(__GNUC__) && !defined(_WIN32)
__attribute__((visibility("default")))
#endif
const libera_plugin_api_t*
libera_plugin_get_api(void);

#ifdef __cplusplus
}
#endif

#endif
