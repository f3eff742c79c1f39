// SPDX-License-Identifier: MIT
// Plays samples from standard input by all functions of the C interface that accept samples, with the limits of
// application.toml as a struct. Usage: limits_c TARGET RATE SAMPLES
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "idn/idn.h"

static const idn_point_t triangle[] = {{-0.3, -0.4}, {0.5, -0.1}, {0.1, 0.6}};
static const idn_point_t stage[] = {{-1, -0.8}, {1, -0.8}, {0.9, 1}, {-0.8, 0.9}};
static const idn_zone_t zones[] = {{.struct_size = sizeof(idn_zone_t), .polygon = {triangle, 3}}};
static const idn_polygon_t allowed[] = {{stage, 4}};

static const idn_output_options_t limits = {
    .struct_size = sizeof(idn_output_options_t),
    .speed = 5000,
    .acceleration = 4e8,
    .picture_action = IDN_ACTION_COUNT,
    .left = -0.9,
    .right = 1,
    .bottom = -1,
    .top = 1,
    .brightness = {.r = 0.9, .g = 0.8, .b = 0.9, .u1 = 0.9, .u2 = 0.9, .u3 = 0.9},
    .dwell_action = IDN_ACTION_CLAMP,
    .dwell_size = 0.05,
    .dwell_longest = IDN_MILLISECONDS(4),
    .dwell_share = 0.2,
    .zones = zones,
    .zone_count = 1,
    .allowed = allowed,
    .allowed_count = 1,
};

static void require(int64_t result) {
  if (result >= 0) return;
  fprintf(stderr, "%s\n", idn_last_error());
  exit(1);
}

static uint64_t sent(idn_device_t* device) {
  idn_status_t status = IDN_STATUS_INIT;
  require(idn_device_status(device, &status));
  return status.samples;
}

static void await(idn_device_t* device, uint64_t samples) {
  const uint64_t until = sent(device) + samples;
  while (sent(device) < until) thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

typedef struct block_t {
  const idn_sample_t* samples;
  size_t count;
  size_t next;
} block_t;

static int64_t fill(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  (void)request;
  block_t* block = user;
  const size_t left = block->count - block->next;
  const size_t count = left < capacity ? left : capacity;
  memcpy(room, block->samples + block->next, count * sizeof *room);
  block->next += count;
  return (int64_t)count;
}

static void play(idn_device_t* device, const idn_sample_t* samples, size_t count, unsigned number) {
  block_t block = {.samples = samples, .count = count};
  require(idn_device_stop(device));
  switch (number % 8) {
    case 1:
      require(idn_device_show(device, samples, count));
      require(idn_device_keep(device, IDN_SECONDS(10)));
      await(device, count / 2);
      break;
    case 3:
      require(idn_device_fill(device, fill, &block));
      await(device, count);
      require(idn_device_stop(device));
      break;
    case 5:
      require(idn_device_write(device, samples, count, IDN_SECONDS(10)));
      require(idn_device_blackout(device, 1));
      await(device, 3000);
      require(idn_device_blackout(device, 0));
      break;
    case 7:
      require(idn_device_arm(device, 0));
      require(idn_device_write(device, samples, count, IDN_SECONDS(10)));
      require(idn_device_arm(device, 1));
      break;
    default:
      require(idn_device_write(device, samples, count, IDN_SECONDS(10)));
      await(device, 200);
  }
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  options.rate = (uint32_t)strtoul(argv[2], NULL, 10);
  options.latency = IDN_MILLISECONDS(200);
  options.hold = IDN_SECONDS(1);
  options.switch_at = IDN_SWITCH_NOW;
  options.format = IDN_FORMAT_EXTENDED;
  options.max_datagram = 60000;
  options.output = &limits;
  require(idn_engine_create(NULL, &engine));
  require(idn_device_open(engine, argv[1], &options, &device));
  require(idn_device_arm(device, 1));
  const uint64_t wanted = strtoull(argv[3], NULL, 10);
  const size_t most = options.rate / 20;
  idn_sample_t* samples = malloc(most * sizeof *samples);
  if (samples == NULL) return 1;
  for (unsigned number = 0; sent(device) < wanted; ++number) {
    const size_t count = fread(samples, sizeof *samples, most, stdin);
    if (count == 0) break;
    play(device, samples, count, number);
  }
  require(idn_device_close(device, IDN_SECONDS(1)));
  require(idn_engine_destroy(engine));
  free(samples);
  return 0;
}
