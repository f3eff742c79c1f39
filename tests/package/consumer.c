// SPDX-License-Identifier: MIT
// An external program in C: lights a receiver of its own for ten milliseconds, and counts what arrives.
#include <idn/idn.h>
#include <stdio.h>

static void count_lit(void* user, const idn_chunk_t* chunk) {
  volatile int* lit = user;  // written by this thread only
  for (size_t i = 0; i < chunk->count; ++i) *lit += chunk->samples[i].g != 0;
}

int main(void) {
  static idn_sample_t samples[300];
  volatile int lit = 0;
  char target[32];
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  idn_receiver_t* receiver = NULL;
  idn_receiver_options_t options = IDN_RECEIVER_OPTIONS_INIT;
  options.port = IDN_ANY_PORT;
  options.latency = IDN_SECONDS(10);  // no sample is dropped for being late
  if (idn_receiver_open(&options, count_lit, (void*)&lit, &receiver) < 0)
    return fprintf(stderr, "%s\n", idn_last_error()), 1;
  snprintf(target, sizeof target, "127.0.0.1:%d", idn_receiver_port(receiver));
  for (int i = 0; i < 300; ++i) samples[i].g = 0xFFFF;
  if (idn_engine_create(NULL, &engine) < 0 || idn_device_open(engine, target, NULL, &device) < 0)
    return fprintf(stderr, "%s\n", idn_last_error()), 1;
  idn_device_arm(device, 1);
  if (idn_device_write(device, samples, 300, IDN_SECONDS(5)) != IDN_OK) return 1;
  if (idn_device_close(device, IDN_SECONDS(5)) < 0 || idn_engine_destroy(engine) < 0) return 1;
  const int64_t latest = idn_now() + IDN_SECONDS(5);
  while (lit < 300 && idn_now() < latest) continue;
  idn_receiver_close(receiver);
  printf("%d of 300 samples are lit\n", lit);
  return lit == 300 ? 0 : 1;
}
