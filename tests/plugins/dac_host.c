/* SPDX-License-Identifier: MIT */
/* dac_host LIBRARY INTERFACE CALLS PREFIX: loads the library, plays to it, and prints what its functions return. CALLS names the sequence
   of calls. Where the test has to see the samples before the next call, waits until it creates a file whose name begins with PREFIX. */
#include "dac_host.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *prefix;
static const struct dac *dac;
static void *loaded;
static const char *path_of_library;

void load_function(void *from, const char *name, void *pointer, size_t size) {
  void (*found)(void) = function_of(from, name);
  if (found == NULL) {
    fprintf(stderr, "no function %s\n", name);
    exit(3);
  }
  memcpy(pointer, &found, size);
}

/* Waits for a file, ten minutes at most; the test gives up sooner and kills this process. */
static void await_file(const char *name) {
  char path[1000];
  snprintf(path, sizeof path, "%s%s", prefix, name);
  for (int i = 0; i < 60000; ++i) {
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
      fclose(file);
      return;
    }
    sleep_ms(10);
  }
  exit(4);
}

/* Points in different places, all with the same value of blue, which marks the frame. */
static const struct point *frame_of(int count, int blue) {
  struct point *points = calloc((size_t)count + 1, sizeof *points);
  for (int i = 0; i < count; ++i) points[i] = (struct point){i % 4096, i / 4096, 255, 128, blue};
  return points;
}

static int write_frame(int (*write)(const struct point *, int, int), int count, int blue, int rate) {
  const struct point *points = frame_of(count, blue);
  const int result = write(points, count, rate);
  free((void *)points);
  return result;
}

/* Polls the status until the device takes another frame, as hosts do. */
static void await_ready(void) {
  while (!dac->is_ready(dac->status())) {
  }
}

static int frames(void) {
  show("open", dac->open());
  printf(" status %d\n", dac->status());
  printf("1 point %d\n", write_frame(dac->write, 1, 1, 30000));
  await_file("one");
  await_ready();
  printf("16000 points %d\n", write_frame(dac->write, 16000, 2, 50000));
  await_file("most");
  printf("0 points %d\n", dac->write(NULL, 0, 30000));
  await_ready();
  printf("300 points %d\n", write_frame(dac->write, 300, 3, 30000));
  await_file("last");
  printf("stop %d\n", dac->stop());
  printf("close %d\n", dac->close());
  printf("close %d\n", dac->close());
  printf("status %d\n", dac->status());
  printf("300 points %d\n", write_frame(dac->write, 300, 4, 30000));
  return 0;
}

/* Writes ten frames that are played once each, as fast as the device accepts them. */
static int once(void) {
  dac->open();
  for (int i = 1; i <= 10; ++i) {
    await_ready();
    printf("%d", write_frame(dac->write_once, 1000, i, 40000));
  }
  printf("\n");
  await_file("all");
  return !dac->close();
}

static int calls(void) {
  dac->print_all("before");
  printf("close %d\n", dac->close());
  printf("open %d\n", dac->open());
  dac->print_all("open");
  printf("close %d\n", dac->close());
  dac->print_all("after");
  printf("open %d\n", dac->open());
  printf("close %d\n", dac->close());
  return 0;
}

/* Prints all results while the library is open. */
static int open_calls(void) {
  printf("open %d\n", dac->open());
  dac->print_all("open");
  return dac->close() != 1;
}

static void write_many(void *argument) {
  for (int i = 0; i < 100; ++i) {
    write_frame(dac->write, 100, *(const int *)argument, 30000);
    dac->status();
  }
}

static int two_threads(void) {
  static const int colours[] = {1, 2};
  dac->open();
  start_thread(write_many, (void *)&colours[0]);
  start_thread(write_many, (void *)&colours[1]);
  for (int i = 0; i < 5; ++i) {
    dac->status();
    dac->stop();
    dac->close();
    dac->open();
  }
  end_threads();
  await_ready();
  write_frame(dac->write, 300, 3, 30000);
  await_file("last");
  return dac->close() != 1;
}

static int unloads(void) {
  dac->open();
  write_frame(dac->write, 300, 1, 30000);
  await_file("playing");
  unload_library(loaded);
  await_file("dark");
  return 0;
}

/* Closes, unloads and loads the library, three times. */
static int closes_and_unloads(void) {
  for (int i = 0; i < 3; ++i) {
    dac->open();
    write_frame(dac->write, 300, 1 + i, 30000);
    dac->close();
    unload_library(loaded);
    loaded = load_library(path_of_library);
    dac->load(loaded);
  }
  return 0;
}

static int returns_while_playing(void) {
  dac->open();
  write_frame(dac->write, 300, 1, 30000);
  await_file("playing");
  write_frame(dac->write, 300, 2, 30000);
  return 0;
}

static atomic_int refused;

static void write_one(void *argument) {
  if (write_frame(dac->write, 500, *(const int *)argument, 30000) != 1) ++refused;
}

/* Writes each frame from a new thread, as LaserShowGen does. */
static int polls(int (*is_free)(void)) {
  static int colours[20];
  dac->open();
  int written = 0;
  for (int i = 0; i < 20; ++i) {
    colours[i] = i + 1;
    if (!is_free()) continue;
    start_thread(write_one, &colours[i]);
    end_threads();
    ++written;
  }
  written -= refused;
  printf("%d of 20\n", written);
  await_file("all");
  return dac->close() != 1;
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int play(const char *what) {
  if (is(what, "frames")) return frames();
  if (is(what, "once")) return once();
  if (is(what, "calls")) return calls();
  if (is(what, "open_calls")) return open_calls();
  if (is(what, "two_threads")) return two_threads();
  if (is(what, "unloads")) return unloads();
  if (is(what, "closes_and_unloads")) return closes_and_unloads();
  if (is(what, "returns_while_playing")) return returns_while_playing();
  if (is(what, "polls_for_even")) return polls(olsc_waits_for_even_result);
  if (is(what, "polls_while_zero")) return polls(ezauddac_waits_while_zero);
  if (is(what, "polls_for_success")) return polls(olsc_waits_for_success_with_bit_clear);
  return 2;
}

int main(int count, char **words) {
  static const struct dac *const known[] = {&easylase, &ezauddac, &etherdream, &olsc, &olsc_signed};
  if (count != 5) return 2;
  for (int i = 0; i < 5; ++i)
    if (is(known[i]->name, words[2])) dac = known[i];
  path_of_library = words[1];
  loaded = load_library(path_of_library);
  if (loaded == NULL || dac == NULL) return 2;
  dac->load(loaded);
  prefix = words[4];
  return play(words[3]);
}
