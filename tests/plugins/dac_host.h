/* SPDX-License-Identifier: MIT */
/* A host like programs for these DACs: it loads functions by name, and knows their types from published
 * interfaces. */
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

/* Functions that differ between operating systems. */
void* load_library(const char* path);
void unload_library(void* library);
void (*function_of(void* library, const char* name))(void);
void start_thread(void (*body)(void*), void* argument);
void end_threads(void); /* waits for all that were started */
void sleep_ms(int milliseconds);

/* Loads a function into the pointer of that name; exits the program if there is none. */
#define LOAD_FUNCTION(name) load_function(library, #name, &name, sizeof name)
void load_function(void* library, const char* name, void* pointer, size_t size);

/* Prints one result. One call each, since C evaluates the arguments of a function in any order. */
static inline void show(const char* name, int result) {
  printf("%s %d", name, result);
}

/* A point in the range of EasyLase. */
struct point {
  int x, y, r, g, b;
};

/* One of the interfaces, with its first card. Functions return the results of the library. */
struct dac {
  const char* name;
  void (*load)(void* library);
  int (*open)(void);
  int (*status)(void);
  int (*is_ready)(int status);
  int (*write)(const struct point* points, int count, int rate);      /* repeats until the next frame */
  int (*write_once)(const struct point* points, int count, int rate); /* NULL if the interface has none */
  int (*stop)(void);
  int (*close)(void);
  void (*print_all)(const char* when); /* the results of all functions that can be called at any time */
};
/* olsc_signed: in the units of hosts that load OLSC_Easylase.dll or OLSC_EzAudDac.dll. */
extern const struct dac easylase, ezauddac, etherdream, olsc, olsc_signed;

/* Polls until the status of EzAudDac is not 0, as hosts do that were written for the library of Helios. */
int ezauddac_waits_while_zero(void);

/* Both conditions on which LaserShowGen polls until a device takes a frame. */
int olsc_waits_for_even_result(void);
int olsc_waits_for_success_with_bit_clear(void);

#endif
