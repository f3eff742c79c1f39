// SPDX-License-Identifier: MIT
// Plays samples from standard input by one interface of idn_compat, as frames of all lengths, repeated or played once.
// Usage: limits_compat LIBRARY INTERFACE RATE SAMPLES; IDN_VENUE names the settings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "idn/idn.h"
#include "plugins/dac_host.h"

#define MOST_POINTS 16000

void load_function(void *library, const char *name, void *pointer, size_t size) {
  void (*found)(void) = function_of(library, name);
  if (found == NULL) exit(2);
  memcpy(pointer, &found, size);
}

static const struct dac *find(const char *name) {
  static const struct dac *const known[] = {&easylase, &ezauddac, &etherdream, &olsc};
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (strcmp(known[i]->name, name) == 0) return known[i];
  return NULL;
}

static struct point point_of(const idn_sample_t *sample) {
  return (struct point){.x = (sample->x + 32768) >> 4,
                        .y = (sample->y + 32768) >> 4,
                        .r = sample->r >> 8,
                        .g = sample->g >> 8,
                        .b = sample->b >> 8};
}

int main(int argc, char **argv) {
  const struct dac *const dac = argc == 5 ? find(argv[2]) : NULL;
  void *const library = dac != NULL ? load_library(argv[1]) : NULL;
  if (library == NULL) return 2;
  dac->load(library);
  if (dac->open() != 1) return 3;

  const int rate = atoi(argv[3]);
  const long wanted = atol(argv[4]);
  static idn_sample_t samples[MOST_POINTS];
  static struct point points[MOST_POINTS];
  long played = 0;
  for (unsigned number = 0; played < wanted; ++number) {
    const size_t length = number % 7 == 0 ? MOST_POINTS : 500 + number * 97 % 3000;
    const size_t count = fread(samples, sizeof *samples, length, stdin);
    if (count == 0) break;
    for (size_t i = 0; i < count; ++i) points[i] = point_of(&samples[i]);
    while (!dac->is_ready(dac->status())) {
    }
    const int once = number % 5 == 4 && dac->write_once != NULL;
    if ((once ? dac->write_once : dac->write)(points, (int)count, rate) != 1) return 4;
    if (number % 13 == 12 && dac->stop() != 1) return 5;
    played += (long)count;
  }
  while (!dac->is_ready(dac->status())) {
  }
  return dac->close() == 1 ? 0 : 6;
}
