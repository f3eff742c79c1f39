// SPDX-License-Identifier: MIT
// Pictures for "idn_sender live --shared NAME" by shared memory, from C11 or C++; header only.
// Manual: docs/shared.md.
#ifndef IDN_SHARED_RING_H
#define IDN_SHARED_RING_H

#include <stdint.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
/// Reads a word that the other process writes.
#define IDN_SHARED_GET(word) ((uint32_t)InterlockedOr((volatile LONG*)(word), 0))
/// Writes a word that the other process reads, after all earlier writes.
#define IDN_SHARED_SET(word, value) ((void)InterlockedExchange((volatile LONG*)(word), (LONG)(value)))
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
/// Reads a word that the other process writes.
#define IDN_SHARED_GET(word) __atomic_load_n(word, __ATOMIC_ACQUIRE)
/// Writes a word that the other process reads, after all earlier writes.
#define IDN_SHARED_SET(word, value) __atomic_store_n(word, value, __ATOMIC_SEQ_CST)
#endif

/// The first word of the memory, "IDN1".
#define IDN_SHARED_MAGIC 0x314E4449u
/// A block that is played once, after the blocks before it.
#define IDN_SHARED_SAMPLES 0u
/// A block that is drawn repeatedly until a newer one is published, which replaces it from the next datagram
/// on.
#define IDN_SHARED_PICTURE 1u
/// With IDN_SHARED_PICTURE: a newer block replaces this one at the end of a pass.
#define IDN_SHARED_WHOLE 2u

/// One sample, as idn_sample_t of idn/idn.h.
typedef struct idn_shared_sample_t {
  int16_t x;           ///< -32768 (left) to 32767
  int16_t y;           ///< -32768 (bottom) to 32767
  uint16_t r;          ///< 0 (off) to 65535, as all colours
  uint16_t g;          ///< green
  uint16_t b;          ///< blue
  uint16_t intensity;  ///< legacy signal: full for a lit sample
  uint16_t u1;         ///< deep blue
  uint16_t u2;         ///< yellow
  uint16_t u3;         ///< cyan
  int16_t x_prime;     ///< second x, of stereo projectors
  int16_t z;           ///< -32768 (far) to 32767
} idn_shared_sample_t;

/// Beginning of the shared memory; `slot_count` slots of `slot_octets` each follow from octet 256 on. Native
/// byte order.
typedef struct idn_shared_ring_t {
  uint32_t magic;            ///< IDN_SHARED_MAGIC
  uint32_t version;          ///< 1
  uint32_t slot_count;       ///< number of slots, for one block each
  uint32_t slot_octets;      ///< size of a slot
  uint32_t slot_samples;     ///< most samples of a block
  uint32_t rate;             ///< samples per second
  uint32_t limit;            ///< most samples of IDN_SHARED_SAMPLES that may be published and not yet played
  uint32_t reserved[9];      ///< 0
  uint32_t taken;            ///< number of the newest block whose slot is free again
  uint32_t played;           ///< samples of IDN_SHARED_SAMPLES that were played, modulo 2^32
  uint32_t from_sender[14];  ///< reserved for the sender
  uint32_t published;        ///< number of the newest block, from 1
  uint32_t beats;            ///< heartbeat: changed regularly by a live writer
  uint32_t from_writer[30];  ///< reserved for the writer
} idn_shared_ring_t;

/// Block n lies in slot (n - 1) % slot_count; its samples follow.
typedef struct idn_shared_slot_t {
  uint32_t number;    ///< ~n while it is written, then n
  uint32_t count;     ///< of samples, 0 to slot_samples
  uint32_t flags;     ///< IDN_SHARED_SAMPLES, IDN_SHARED_PICTURE, IDN_SHARED_PICTURE | IDN_SHARED_WHOLE
  uint32_t reserved;  ///< 0
} idn_shared_slot_t;

/// The writing side of the shared memory, one for each connection to the sender. Threads: one at a time.
typedef struct idn_shared_t {
  idn_shared_ring_t* ring;  ///< the memory
  uint32_t number;          ///< number of the block that is written next
  uint32_t written;         ///< samples of IDN_SHARED_SAMPLES, modulo 2^32
  size_t octets;            ///< size of the memory; not used on Windows
  int connection;           ///< socket to the sender; the output goes dark when it closes
} idn_shared_t;

/// Slot of the block that is written next.
static inline idn_shared_slot_t* idn_shared_slot(const idn_shared_t* s) {
  return (idn_shared_slot_t*)(void*)((char*)s->ring + 256 +
                                     (size_t)((s->number - 1) % s->ring->slot_count) * s->ring->slot_octets);
}

/// Free room for IDN_SHARED_SAMPLES: how many samples may be published now without more than `limit` of them
/// waiting to be played.
static inline uint32_t idn_shared_room(const idn_shared_t* s) {
  const uint32_t waiting = s->written - IDN_SHARED_GET(&s->ring->played), limit = s->ring->limit;
  return waiting < limit ? limit - waiting : 0;
}

/// Room for the samples of the next block, ring->slot_samples at most; NULL while all slots are in use: call
/// again a little later.
static inline idn_shared_sample_t* idn_shared_begin(idn_shared_t* s) {
  if (s->number - IDN_SHARED_GET(&s->ring->taken) > s->ring->slot_count) return NULL;
  IDN_SHARED_SET(&idn_shared_slot(s)->number, ~s->number);
  return (idn_shared_sample_t*)(void*)(idn_shared_slot(s) + 1);
}

/// Publishes the block that idn_shared_begin() began: `count` samples, `flags` as in idn_shared_slot_t.
static inline void idn_shared_publish(idn_shared_t* s, uint32_t count, uint32_t flags) {
  idn_shared_slot_t* slot = idn_shared_slot(s);
  slot->count = count;
  slot->flags = flags;
  if (flags == IDN_SHARED_SAMPLES) s->written += count;
  IDN_SHARED_SET(&slot->number, s->number);
  IDN_SHARED_SET(&s->ring->published, s->number++);
}

/// Heartbeat: call it at least every 100 ms to keep showing a picture that is published only once.
static inline void idn_shared_keep(idn_shared_t* s) {
  IDN_SHARED_SET(&s->ring->beats, s->ring->beats + 1);
}

#ifdef _WIN32
/// Opens the memory of the sender. `name`: "Local\\idn-NAME". @return 0, or -1
static inline int idn_shared_open(idn_shared_t* s, const char* name) {
  const HANDLE mapping = OpenFileMappingA(FILE_MAP_ALL_ACCESS, FALSE, name);
  memset(s, 0, sizeof *s);
  if (mapping == NULL) return -1;
  s->ring = (idn_shared_ring_t*)MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, 0);
  CloseHandle(mapping);
  if (s->ring == NULL || s->ring->magic != IDN_SHARED_MAGIC) return -1;
  s->number = s->ring->published + 1, s->written = IDN_SHARED_GET(&s->ring->played);
  return 0;
}

/// Ends writing; the output goes dark.
static inline void idn_shared_close(idn_shared_t* s) {
  UnmapViewOfFile(s->ring);
}
#else
/// Connects to the sender and maps its memory. `path`: of the sender's socket. Waits while another program
/// writes. @return 0; or -1, with errno where a system call failed
static inline int idn_shared_open(idn_shared_t* s, const char* path) {
  struct sockaddr_un at;
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  char octet;
  struct iovec data = {&octet, 1};
  struct msghdr message;
  int memory = -1;
  memset(s, 0, sizeof *s), memset(&at, 0, sizeof at), memset(&control, 0, sizeof control),
      memset(&message, 0, sizeof message);
  at.sun_family = AF_UNIX;
  strncpy(at.sun_path, path, sizeof at.sun_path - 1);
  message.msg_iov = &data, message.msg_iovlen = 1, message.msg_control = &control,
  message.msg_controllen = sizeof control;
  if ((s->connection = socket(AF_UNIX, SOCK_STREAM, 0)) < 0) return -1;
  fcntl(s->connection, F_SETFD, FD_CLOEXEC);  // programs that this one starts must not keep it open
  if (connect(s->connection, (struct sockaddr*)&at, sizeof at) == 0 &&
      recvmsg(s->connection, &message, 0) == 1 && message.msg_controllen >= sizeof control.header &&
      control.header.cmsg_type == SCM_RIGHTS)
    memcpy(&memory, CMSG_DATA(&control.header), sizeof memory);
  if (memory >= 0) {
    s->octets = (size_t)lseek(memory, 0, SEEK_END);
    s->ring = (idn_shared_ring_t*)mmap(NULL, s->octets, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    close(memory);
  }
  if (memory < 0 || s->ring == MAP_FAILED || s->ring->magic != IDN_SHARED_MAGIC)
    return close(s->connection), -1;
  s->number = s->ring->published + 1, s->written = s->ring->played;
  return 0;
}

/// Ends writing; the output goes dark.
static inline void idn_shared_close(idn_shared_t* s) {
  munmap(s->ring, s->octets), close(s->connection);
}
#endif

#endif
