// SPDX-License-Identifier: MIT
// Switches the light on and closes nothing: returns from main, calls exit() within a callback, or unloads the
// library and then ends in a way that the library cannot notice. Usage: c_forgetful LIBRARY TARGET
// return|callback|unload
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "idn/idn.h"

static atomic_int ends_in_callback;

static int64_t fill(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  (void)user, (void)request;
  if (atomic_load(&ends_in_callback)) exit(0);
  for (size_t i = 0; i < capacity; ++i) room[i] = (idn_sample_t){.x = 1, .g = 0xFFFF};
  return (int64_t)capacity;
}

/// A variable `my_NAME` for a function of the library, which is loaded at run time.
#define FIND(library, type, name, ...)           \
  type (*my_##name)(__VA_ARGS__) = NULL;         \
  *(void**)(&my_##name) = dlsym(library, #name); \
  if (my_##name == NULL) return 2

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  FIND(library, int, idn_engine_create, const idn_engine_options_t*, idn_engine_t**);
  FIND(library, int, idn_device_open, idn_engine_t*, const char*, const idn_device_options_t*, idn_device_t**);
  FIND(library, int, idn_device_arm, idn_device_t*, int);
  FIND(library, int, idn_device_fill, idn_device_t*, idn_fill_fn, void*);
  FIND(library, int, idn_device_status, idn_device_t*, idn_status_t*);

  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  if (my_idn_engine_create(NULL, &engine) < 0 || my_idn_device_open(engine, argv[2], NULL, &device) < 0)
    return 3;
  my_idn_device_arm(device, 1);
  my_idn_device_fill(device, fill, NULL);
  for (idn_status_t status = IDN_STATUS_INIT; status.datagrams < 100; thrd_yield())
    my_idn_device_status(device, &status);

  atomic_store(&ends_in_callback, strcmp(argv[3], "callback") == 0);
  if (atomic_load(&ends_in_callback)) thrd_sleep(&(struct timespec){.tv_sec = 60}, NULL);
  if (strcmp(argv[3], "unload") != 0) return 0;
  dlclose(library);
  const int is_unloaded = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) == NULL;
  _Exit(is_unloaded ? 0 : 4);
}
