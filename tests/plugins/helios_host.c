// SPDX-License-Identifier: MIT
// Calls the library for Helios DACs in the orders that were observed in hosts, with their mistakes. All points of
// frame k are lit, at y = k. Usage: helios_host LIBRARY ORDER FRAMES POINTS RATE, where ORDER is
//   poll    reads the status up to 512 times without a sleep, then writes the frame whatever the status is
//   thread  reads the status in a tight loop on a second thread, which signals the first one when to write; a signal
//           may be older than the last frame, then that is refused and written again
//   blind   never reads the status, and writes each frame until it is accepted
//   single  reads the status until it is ready, each frame to be played once
//   forget  as single, but repeated; then returns from main without closing
//   unload  as forget, then unloads the library, and runs for three more seconds
//   stop    as forget, then calls Stop, and runs for three more seconds
//   empty   as stop, with an empty frame instead
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugins/helios/helios_api.h"

/// A variable `my_NAME` for a function of the library.
#define FIND(library, name, ...)               \
  static int (*my_##name)(__VA_ARGS__);        \
  *(void**)(&my_##name) = dlsym(library, #name); \
  if (my_##name == NULL) return fprintf(stderr, "%s\n", dlerror()), 2

static int (*status_of)(unsigned int);
static atomic_int is_ready, is_over;

static void* watch_status(void* unused) {
  (void)unused;
  while (!atomic_load(&is_over))
    if (status_of(0) == 1) atomic_store(&is_ready, 1);
  return NULL;
}

static void await_ready(const char* order) {
  if (strcmp(order, "poll") == 0)
    for (int i = 0; i < 512 && status_of(0) != 1; ++i) continue;
  else if (strcmp(order, "thread") == 0)
    while (!atomic_exchange(&is_ready, 0)) sched_yield();
  else if (strcmp(order, "blind") != 0)
    while (status_of(0) == 0) continue;
}

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const char* order = argv[2];
  const int frames = atoi(argv[3]), count = atoi(argv[4]), rate = atoi(argv[5]);
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  FIND(library, OpenDevices, void);
  FIND(library, CloseDevices, void);
  FIND(library, GetStatus, unsigned int);
  FIND(library, Stop, unsigned int);
  FIND(library, WriteFrame, unsigned int, int, uint8_t, HeliosPoint*, int);
  status_of = my_GetStatus;

  // Without devices nothing is open.
  if (my_OpenDevices() != 1) return my_CloseDevices() == HELIOS_NOT_INITIALIZED ? 3 : 8;
  pthread_t watcher;
  if (strcmp(order, "thread") == 0 && pthread_create(&watcher, NULL, watch_status, NULL) != 0) return 2;
  HeliosPoint* points = calloc((size_t)count, sizeof *points);
  if (points == NULL) return 2;
  HeliosPoint empty = {0};
  const int tries_again = strcmp(order, "blind") == 0 || strcmp(order, "thread") == 0;
  const uint8_t flags = strcmp(order, "single") == 0 ? HELIOS_FLAG_SINGLE : 0;
  int result = 1;
  for (int k = 0; k < frames && result == 1; ++k) {
    for (int i = 0; i < count; ++i) points[i] = (HeliosPoint){.x = 2048, .y = (uint16_t)k, .g = 255, .i = 255};
    do {
      await_ready(order);
      result = my_WriteFrame(0, rate, flags, points, count);
    } while (result == HELIOS_FRAME_WAITS && tries_again);
  }
  free(points);
  if (result != 1) return fprintf(stderr, "WriteFrame: %d\n", result), 4;
  if (strcmp(order, "thread") == 0) {
    atomic_store(&is_over, 1);
    pthread_join(watcher, NULL);
  }
  if (strcmp(order, "forget") == 0) return 0;
  if (strcmp(order, "unload") == 0) {
    dlclose(library);
    sleep(3);
    return 0;
  }
  if (strcmp(order, "stop") == 0) {
    if (my_Stop(0) != 1) return 5;
    sleep(3);
  }
  if (strcmp(order, "empty") == 0) {
    if (my_WriteFrame(0, rate, flags, &empty, 0) != HELIOS_NULL_POINTS) return 5;
    sleep(3);
  }
  if (my_CloseDevices() != 1) return 6;
  // The library is really unloaded.
  dlclose(library);
  return dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD) == NULL ? 0 : 7;
}
