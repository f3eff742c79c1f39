// SPDX-License-Identifier: MIT
// A receiver that counts lit samples, for tests in C.
#ifndef IDN_TESTS_C_PROJECTOR_H
#define IDN_TESTS_C_PROJECTOR_H

#include <stdatomic.h>
#include <string.h>

#include "c/check.h"

typedef struct projector_t {
  idn_receiver_t* receiver;
  char target[32];
  atomic_llong samples;
  atomic_llong lit;
  atomic_int last_is_lit;
  atomic_int rate;
  atomic_int close_in_callback;  ///< 1: call idn_receiver_close() in the callback; then its result
} projector_t;

static inline void on_samples(void* user, const idn_chunk_t* chunk) {
  projector_t* projector = user;
  for (size_t i = 0; i < chunk->count; ++i) {
    const int is_lit = (chunk->samples[i].r | chunk->samples[i].g | chunk->samples[i].b) != 0;
    atomic_fetch_add(&projector->lit, is_lit);
    atomic_store(&projector->last_is_lit, is_lit);
  }
  atomic_store(&projector->rate, (int)chunk->rate);
  if (atomic_load(&projector->close_in_callback) == 1)
    atomic_store(&projector->close_in_callback, idn_receiver_close(projector->receiver));
  atomic_fetch_add(&projector->samples, (long long)chunk->count);
}

/// With a latency that no stall of the machine exceeds: a receiver gives no samples that come after their time.
static inline void open_projector(projector_t* projector) {
  idn_receiver_options_t options = IDN_RECEIVER_OPTIONS_INIT;
  options.port = IDN_ANY_PORT;
  options.address = 0x7F000001;
  options.name = "C test";
  options.latency = IDN_SECONDS(10);
  memset(projector, 0, sizeof(*projector));
  CHECK(idn_receiver_open(&options, on_samples, projector, &projector->receiver) == IDN_OK);
  snprintf(projector->target, sizeof(projector->target), "127.0.0.1:%d",
           idn_receiver_port(projector->receiver));
}

/// Waits until `more` samples have arrived, by which time all that were on the way have, too.
static inline int receives(projector_t* projector, long long more) {
  const long long until = atomic_load(&projector->samples) + more;
  for (int waited = 0; waited < 30000; ++waited, pause_ms(1))
    if (atomic_load(&projector->samples) >= until) return 1;
  return 0;
}

/// Fills in a picture of `count` lit samples.
static inline void light(idn_sample_t* samples, size_t count) {
  memset(samples, 0, count * sizeof(*samples));
  for (size_t i = 0; i < count; ++i) {
    samples[i].x = (int16_t)(100 * (int)i);
    samples[i].g = 0xFFFF;
  }
}

#endif
