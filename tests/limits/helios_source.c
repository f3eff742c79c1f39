// SPDX-License-Identifier: MIT
// Plays samples from standard input by the library for Helios DACs, as frames of all lengths and with all flags.
// Usage: limits_helios LIBRARY RATE SAMPLES; IDN_VENUE names the settings.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "idn/idn.h"
#include "plugins/helios/helios_api.h"

/// A variable `my_NAME` for a function of the library.
#define FIND(library, name, ...)                 \
  int (*my_##name)(__VA_ARGS__) = NULL;          \
  *(void**)(&my_##name) = dlsym(library, #name); \
  if (my_##name == NULL) return fprintf(stderr, "%s\n", dlerror()), 2

static uint16_t unsigned_of(int16_t position) { return (uint16_t)(position + 32768); }

static HeliosPointExt point_of(const idn_sample_t* sample) {
  return (HeliosPointExt){.x = unsigned_of(sample->x),
                          .y = unsigned_of(sample->y),
                          .r = sample->r,
                          .g = sample->g,
                          .b = sample->b,
                          .i = sample->intensity,
                          .user1 = sample->u1,
                          .user2 = sample->u2,
                          .user3 = sample->u3,
                          .user4 = unsigned_of(sample->x_prime)};
}

enum { MOST_POINTS = 8000 };  // of a frame; of more the library would take every second one

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 2;
  FIND(library, OpenDevices, void);
  FIND(library, CloseDevices, void);
  FIND(library, Stop, unsigned int);
  FIND(library, SetShutter, unsigned int, bool);
  FIND(library, GetStatus, unsigned int);
  FIND(library, WriteFrameExtended, unsigned int, int, uint8_t, HeliosPointExt*, int);
  if (my_OpenDevices() != 1) return 3;

  const int rate = atoi(argv[2]);
  const long wanted = atol(argv[3]);
  static idn_sample_t samples[MOST_POINTS];
  static HeliosPointExt points[MOST_POINTS];
  long played = 0;
  for (unsigned number = 0; played < wanted; ++number) {
    const size_t length = number % 7 == 0 ? MOST_POINTS : 500 + number * 97 % 3000;
    const size_t count = fread(samples, sizeof *samples, length, stdin);
    if (count == 0) break;
    for (size_t i = 0; i < count; ++i) points[i] = point_of(&samples[i]);
    const uint8_t flags = (uint8_t)(number % 5 == 3 ? HELIOS_FLAG_START_NOW : number % 5 == 4 ? HELIOS_FLAG_SINGLE : 0);
    int status = 0;
    while ((status = my_GetStatus(0)) == 0) {
    }
    if (status < 0) return 6;
    if (my_WriteFrameExtended(0, rate, flags, points, (int)count) != 1) return 4;
    if (number % 11 == 5) my_SetShutter(0, false);
    if (number % 11 == 6) my_SetShutter(0, true);
    if (number % 13 == 12) my_Stop(0);
    played += (long)count;
  }
  return my_CloseDevices() == 1 ? 0 : 5;
}
