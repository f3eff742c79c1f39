// SPDX-License-Identifier: MIT
// For tests in C: CHECK prints failures and continues; main() returns check_result().
#ifndef IDN_TESTS_C_CHECK_H
#define IDN_TESTS_C_CHECK_H

#include <stdio.h>

#ifdef _WIN32
#include <windows.h>
static inline void pause_ms(int ms) {
  Sleep((DWORD)ms);
}
#else
#include <threads.h>
static inline void pause_ms(int ms) {
  thrd_sleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}
#endif

static int check_failures = 0;
static int check_count = 0;

#define CHECK(condition)                                                                                    \
  do {                                                                                                      \
    ++check_count;                                                                                          \
    if (!(condition)) {                                                                                     \
      ++check_failures;                                                                                     \
      fprintf(stderr, "%s:%d: %s\n    last error: %s\n", __FILE__, __LINE__, #condition, idn_last_error()); \
    }                                                                                                       \
  } while (0)

/// Waits until the condition holds; fails after half a minute.
#define CHECK_EVENTUALLY(condition)                                             \
  do {                                                                          \
    for (int waited = 0; !(condition) && waited < 30000; ++waited) pause_ms(1); \
    CHECK(condition);                                                           \
  } while (0)

static inline int check_result(void) {
  printf("%d checks, %d failed\n", check_count, check_failures);
  return check_failures != 0;
}

#endif
