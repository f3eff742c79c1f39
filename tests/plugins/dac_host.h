/* SPDX-License-Identifier: MIT */
/* A host as programs for these DACs are: it knows the functions by their names alone, and their types from what
 * is public of them. */
#ifndef DAC_HOST_H
#define DAC_HOST_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef _WIN32
#define DAC_CALL __stdcall
#else
#define DAC_CALL
#endif

/* What of the system it takes. */
void* load_library(const char* path);
void unload_library(void* library);
void (*function_of(void* library, const char* name))(void);
void start_thread(void (*body)(void*), void* argument);
void end_threads(void); /* waits for all that were started */
void sleep_ms(int milliseconds);

/* Into the pointer of that name, or the end of the program. */
#define LOAD_FUNCTION(name) load_function(library, #name, &name, sizeof name)
void load_function(void* library, const char* name, void* pointer, size_t size);

/* One result after the other: C calls the arguments of one function in any order. */
static inline void show(const char* name, int result) {
  printf("%s %d", name, result);
}

/* A point in the range of EasyLase. */
struct point {
  int x, y, r, g, b;
};

/* One of the four interfaces with its first card. Numbers are those that it returns. */
struct dac {
  const char* name;
  void (*load)(void* library);
  int (*open)(void);
  int (*status)(void);
  int (*is_ready)(int status);
  int (*write)(const struct point* points, int count, int rate);      /* until the next one */
  int (*write_once)(const struct point* points, int count, int rate); /* 0 where there is none such */
  int (*stop)(void);
  int (*close)(void);
  void (*print_all)(const char* when); /* the results of all functions that can be called at any time */
};
extern const struct dac easylase, ezauddac, etherdream, olsc;

/* Both ways in which LaserShowGen waits until a device takes a frame. */
int olsc_waits_for_even_result(void);
int olsc_waits_for_success_with_bit_clear(void);

#endif
