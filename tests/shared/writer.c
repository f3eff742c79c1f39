// SPDX-License-Identifier: MIT
// Writes to a shared ring, or to a pipe, for tests and measurements. All samples are at one position, with blue on; the upper octets of
// red and green are the number of the block modulo 65536.
//   writer PATH die STEP                   kills itself (SIGKILL) at this step of opening and publishing: 0 to 9
//   writer PATH pictures PER_SECOND COUNT  publishes pictures of 500 samples
//   writer PATH samples COUNT BLOCK        publishes samples as fast as there is room, in blocks of BLOCK
//   writer - pipe COUNT BLOCK              writes the same samples as xyrgb16 to standard output
//   writer PATH storm WRITES SEED          random writes, some of which violate the format; connects again when cut off
// With --stamp at the end (except for "die") prints the number of each block and when it was published, in ns since 1970.
#define _POSIX_C_SOURCE 200809L
#include <idn/shared_ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int stamps = 0;

static void fail(const char* what) {
  perror(what);
  exit(3);
}

static int64_t day_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void pause_us(long us) {
  const struct timespec time = {us / 1000000, us % 1000000 * 1000};
  nanosleep(&time, NULL);
}

static void die_at(int step, int at) {
  if (step == at) raise(SIGKILL);
}

static void open_ring(idn_shared_t* ring, const char* path) {
  if (idn_shared_open(ring, path) != 0) fail(path);
}

static void light(idn_shared_sample_t* samples, uint32_t count, uint32_t number) {
  for (uint32_t i = 0; i < count; ++i) {
    const idn_shared_sample_t lit = {.x = 4000, .y = 4000, .r = (uint16_t)(number & 0xFF00),
                                     .g = (uint16_t)((number & 0xFF) << 8), .b = 0xFFFF, .intensity = 0xFFFF};
    samples[i] = lit;
  }
}

static void stamp(uint32_t number) {
  if (stamps) printf("%u %lld\n", number % 65536, (long long)day_ns());
}

static void die(const char* path, int step) {
  idn_shared_t ring;
  die_at(step, 0);
  open_ring(&ring, path);
  die_at(step, 1);
  idn_shared_sample_t* const room = idn_shared_begin(&ring);
  die_at(step, 2);  // the block is marked as being written
  light(room, 250, 1);
  die_at(step, 3);
  light(room, 500, 1);
  die_at(step, 4);
  idn_shared_slot_t* const slot = idn_shared_slot(&ring);
  slot->count = 500;
  slot->flags = IDN_SHARED_PICTURE;
  die_at(step, 5);
  IDN_SHARED_SET(&slot->number, ring.number);
  die_at(step, 6);  // complete, but not published
  IDN_SHARED_SET(&ring.ring->published, ring.number++);
  die_at(step, 7);
  light(idn_shared_begin(&ring), 250, 2);
  die_at(step, 8);  // while the next one is written, and the first is drawn
  while (IDN_SHARED_GET(&ring.ring->taken) == 0) {  // until the second one is drawn
    idn_shared_publish(&ring, 500, IDN_SHARED_PICTURE);
    while (idn_shared_begin(&ring) == NULL) pause_us(100);
  }
  die_at(step, 9);
}

static void pictures(const char* path, long per_second, uint32_t count) {
  idn_shared_t ring;
  open_ring(&ring, path);
  for (uint32_t number = 1; number <= count; ++number) {
    idn_shared_sample_t* room;
    while ((room = idn_shared_begin(&ring)) == NULL) pause_us(500);
    light(room, 500, number);
    stamp(number);
    idn_shared_publish(&ring, 500, IDN_SHARED_PICTURE);
    pause_us(1000000 / per_second);
  }
  idn_shared_close(&ring);
}

static void samples(const char* path, uint32_t count, uint32_t block) {
  idn_shared_t ring;
  open_ring(&ring, path);
  const long half_a_block_us = (long)(block * 500000.0 / ring.ring->rate);
  for (uint32_t number = 1; count > 0; ++number) {
    const uint32_t now = count < block ? count : block;
    idn_shared_sample_t* room = NULL;
    while (idn_shared_room(&ring) < now || (room = idn_shared_begin(&ring)) == NULL) pause_us(half_a_block_us);
    light(room, now, number);
    stamp(number);
    idn_shared_publish(&ring, now, IDN_SHARED_SAMPLES);
    count -= now;
  }
  while (IDN_SHARED_GET(&ring.ring->played) != ring.written) pause_us(half_a_block_us);
  idn_shared_close(&ring);
}

static void pipe_samples(uint32_t count, uint32_t block) {
  unsigned char* const octets = malloc((size_t)block * 10);
  for (uint32_t number = 1; count > 0; ++number) {
    const uint32_t now = count < block ? count : block;
    for (uint32_t i = 0; i < now; ++i) {
      const unsigned char lit[10] = {0x0F, 0xA0, 0x0F, 0xA0, (unsigned char)(number >> 8), 0, (unsigned char)number, 0, 0xFF, 0xFF};
      memcpy(octets + (size_t)i * 10, lit, sizeof lit);
    }
    if (fwrite(octets, 10, now, stdout) != now) fail("standard output");
    count -= now;
  }
  free(octets);
}

static uint64_t dice(uint64_t* state) {  // xorshift64*
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545F4914F6CDD1Du;
}

static int is_cut_off(const idn_shared_t* ring) {
  char octet;
  return recv(ring->connection, &octet, 1, MSG_DONTWAIT) == 0;
}

// Mostly changes samples that may be drawn at that moment, often publishes a block, sometimes changes any word.
static void storm(const char* path, uint64_t writes, uint64_t seed) {
  unsigned connections = 0;
  uint64_t state = seed * 2 + 1;
  while (writes > 0) {
    idn_shared_t ring;
    open_ring(&ring, path);
    ++connections;
    const idn_shared_ring_t shape = *ring.ring;
    uint32_t* const words = (uint32_t*)(void*)ring.ring;
    for (uint32_t i = 1; writes > 0 && (i % 4096 != 0 || !is_cut_off(&ring)); ++i) {
      const uint64_t thrown = dice(&state);
      const uint32_t kind = thrown % 4096, value = (uint32_t)(thrown >> 32);
      if (kind == 0) {
        IDN_SHARED_SET(&words[value % (ring.octets / 4)], (uint32_t)(thrown >> 12));
      } else if (kind == 1) {
        IDN_SHARED_SET(&words[value % 64], (uint32_t)(thrown >> 12));
      } else if (kind < 1024) {
        ring.ring->slot_count = shape.slot_count, ring.ring->slot_octets = shape.slot_octets;
        if (idn_shared_begin(&ring) != NULL) idn_shared_publish(&ring, value % 4097, value / 8192 % 2);
      } else {
        const uint32_t slot = (uint32_t)(thrown >> 12) % shape.slot_count;
        IDN_SHARED_SET(&words[64 + (slot * shape.slot_octets + 16) / 4 + value % (shape.slot_octets / 4 - 4)], value);
      }
      --writes;
    }
    idn_shared_close(&ring);
  }
  printf("%u connections\n", connections);
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const uint32_t number = (uint32_t)strtoul(argv[3], NULL, 10), second = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1;
  stamps = strcmp(argv[argc - 1], "--stamp") == 0;
  if (strcmp(argv[2], "die") == 0) die(argv[1], (int)number);
  if (strcmp(argv[2], "pictures") == 0) pictures(argv[1], (long)number, second);
  if (strcmp(argv[2], "samples") == 0) samples(argv[1], number, second);
  if (strcmp(argv[2], "pipe") == 0) pipe_samples(number, second);
  if (strcmp(argv[2], "storm") == 0) storm(argv[1], strtoull(argv[3], NULL, 10), second);
  return 0;
}
