/* SPDX-License-Identifier: MIT */
/* The interface of Libera plug-ins, version 1: one exported function that returns a table of functions.
   Known of the interface: sizes, order of the table, the results 0 and 3, and what the functions do. Assumed
   here: the places of the two numbers in libera_controller_info, the members of libera_property and of
   libera_frame_requirements, the order of arguments of libera_host_services, and all other values. See
   docs/plugins.md. */
#ifndef IDN_PLUGINS_LIBERA_API_H
#define IDN_PLUGINS_LIBERA_API_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LIBERA_PLUGIN_ABI_VERSION 1u
#define LIBERA_HOST_SERVICES_VERSION 1u

/* Results. After BUSY the host tries again later. */
enum {
  LIBERA_OK = 0,
  LIBERA_ERROR = 1,
  LIBERA_DISCONNECTED = 2, /* the host destroys the controller and connects another one at once */
  LIBERA_BUSY = 3,
  LIBERA_INVALID_ARGUMENT = 4,
  LIBERA_NOT_SUPPORTED = 5,
  LIBERA_TIMEOUT = 6
};

/* By whom a controller is used. */
enum {
  LIBERA_USAGE_UNKNOWN = 0,
  LIBERA_USAGE_IDLE = 1,
  LIBERA_USAGE_ACTIVE = 2, /* by this host */
  LIBERA_USAGE_BUSY = 3    /* by another program */
};

/* 16 octets: x and y from -32768 to 32767, colours from 0 to 65535. */
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
  uint32_t maximum_points;
  uint32_t preferred_points;
  uint32_t minimum_points;
  uint64_t time_to_first_point_ns; /* from now until the first point of the frame leaves */
} libera_frame_requirements_t;

/* Texts are UTF-8 and end with 0. */
typedef struct {
  char id[128];
  char label[256];
  char ip[64];
  char cookie[64]; /* for the plug-in; the host returns it by connect_controller */
  uint32_t usage_state;
  uint32_t max_point_rate; /* points per second */
  uint32_t reserved[2];
} libera_controller_info_t;

/* A number that can be read of a controller, by its index in the list. */
typedef struct {
  const char* key;
  const char* label;
  const char* unit;
} libera_property_t;

/* Functions of the host, called with the host_context of connect_controller. The plug-in owns the texts. */
typedef struct {
  uint32_t version;
  void (*log)(void* host_context, const char* text);
  void (*record_latency)(void* host_context, uint64_t nanoseconds);
  void (*report_error)(void* host_context, const char* code, const char* text);
} libera_host_services_t;

typedef void (*libera_emit_t)(const libera_controller_info_t* info, void* context);

typedef struct {
  uint32_t abi_version;
  const char* type_name;
  const char* display_name;
  void* (*create_backend)(const libera_host_services_t* services);
  void (*destroy_backend)(void* backend);
  int32_t (*rescan)(void* backend);
  int32_t (*discover)(void* backend, libera_emit_t emit, void* context);
  void* (*connect_controller)(void* backend, const libera_controller_info_t* info, void* host_context);
  void (*destroy_controller)(void* controller);
  int32_t (*send_points)(void* controller, const libera_point_t* points, uint32_t count);
  int32_t (*set_point_rate)(void* controller, uint32_t points_per_second);
  int32_t (*set_armed)(void* controller, uint8_t armed);
  int32_t (*get_buffer_state)(void* controller, libera_buffer_state_t* state);
  const libera_property_t* properties;
  uint32_t property_count;
  int32_t (*read_property)(void* controller, uint32_t index, double* value);
  int32_t (*get_frame_requirements)(void* controller, libera_frame_requirements_t* requirements);
  int32_t (*send_frame)(void* controller, const libera_point_t* points, uint32_t count);
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
