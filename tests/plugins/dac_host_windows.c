/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "dac_host.h"

void *load_library(const char *path) {
  HMODULE library = LoadLibraryA(path);
  if (library == NULL) fprintf(stderr, "%s: error %lu\n", path, GetLastError());
  return library;
}

void unload_library(void *library) { FreeLibrary(library); }

void (*function_of(void *library, const char *name))(void) {
  FARPROC symbol = GetProcAddress(library, name);
  void (*function)(void) = NULL;
  memcpy(&function, &symbol, sizeof function);
  return function;
}

static HANDLE threads[64];
static int thread_count;

struct start {
  void (*body)(void *);
  void *argument;
};

static DWORD WINAPI run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.argument);
  return 0;
}

void start_thread(void (*body)(void *), void *argument) {
  struct start *start = malloc(sizeof *start);
  start->body = body;
  start->argument = argument;
  threads[thread_count++] = CreateThread(NULL, 0, run, start, 0, NULL);
}

void end_threads(void) {
  while (thread_count > 0) {
    WaitForSingleObject(threads[--thread_count], INFINITE);
    CloseHandle(threads[thread_count]);
  }
}

void sleep_ms(int milliseconds) { Sleep((DWORD)milliseconds); }
