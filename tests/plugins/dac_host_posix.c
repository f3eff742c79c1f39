/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dac_host.h"

void *load_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  return library;
}

void unload_library(void *library) { dlclose(library); }

void (*function_of(void *library, const char *name))(void) {
  void *symbol = dlsym(library, name);
  void (*function)(void) = NULL;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static pthread_t threads[64];
static int thread_count;

struct start {
  void (*body)(void *);
  void *argument;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.argument);
  return NULL;
}

void start_thread(void (*body)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  start->body = body;
  start->argument = argument;
  pthread_create(&threads[thread_count++], NULL, run, start);
}

void end_threads(void) {
  while (thread_count > 0) pthread_join(threads[--thread_count], NULL);
}

void sleep_ms(int milliseconds) {
  const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}
