// SPDX-License-Identifier: MIT
// Every error that a program can cause: its code, its text, and that the call has no effect.
#include <limits.h>
#include <stdlib.h>

#include "idn/idn.h"

#include "c/projector.h"

/// Checks that the call fails with this code, and that the error text contains `word`.
#define CHECK_FAILS(call, code, word)                \
  do {                                               \
    CHECK((call) == (code));                         \
    CHECK(strstr(idn_last_error(), (word)) != NULL); \
  } while (0)

static int64_t nothing(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  (void)user, (void)request, (void)room, (void)capacity;
  return 0;
}

static int64_t no_picture(void* user, idn_sample_t* room, size_t capacity) {
  (void)user, (void)room, (void)capacity;
  return -1;
}

static void test_null(idn_engine_t* engine, idn_device_t* device) {
  idn_device_t* opened = device;
  idn_status_t status = IDN_STATUS_INIT;
  idn_receiver_t* receiver = NULL;
  idn_sample_t sample = {0};
  CHECK_FAILS(idn_engine_create(NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_drive(NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_list(NULL, NULL, 0, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_list(engine, NULL, sizeof(idn_device_info_t), 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_search_now(NULL), IDN_ERR_ARGUMENT, "NULL");
  idn_event_t event = IDN_EVENT_INIT;
  idn_engine_status_t engine_status = IDN_ENGINE_STATUS_INIT;
  CHECK_FAILS(idn_engine_poll_event(NULL, &event), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_poll_event(engine, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_status(NULL, 0, &engine_status), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_status(engine, 0, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_engine_status(engine, 1, &engine_status), IDN_ERR_ARGUMENT, "thread");
  CHECK_FAILS(idn_engine_status(engine, UINT32_MAX, &engine_status), IDN_ERR_ARGUMENT, "thread");
  CHECK_FAILS(idn_device_open(NULL, "x", NULL, &opened), IDN_ERR_ARGUMENT, "NULL");
  CHECK(opened == NULL);
  CHECK_FAILS(idn_device_open(engine, NULL, NULL, &opened), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_open(engine, "x", NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_arm(NULL, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_blackout(NULL, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_set_brightness(NULL, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_set_output(NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_abort(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_show(NULL, &sample, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_show(device, NULL, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_keep(NULL, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_keep(device, -1), IDN_ERR_ARGUMENT, "negative");
  CHECK_FAILS(idn_device_write(NULL, &sample, 1, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_write(device, NULL, 1, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_write(device, &sample, 1, -1), IDN_ERR_ARGUMENT, "negative");
  CHECK_FAILS(idn_device_write_some(NULL, &sample, 1, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_write_some(device, NULL, 1, 0), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_write_some(device, &sample, 1, -1), IDN_ERR_ARGUMENT, "negative");
  CHECK_FAILS(idn_device_fill_pictures(NULL, no_picture, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_fill_pictures(device, NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_finish(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_end(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_writable(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_fill(NULL, nothing, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_fill(device, NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_play_shared(NULL, "x"), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_play_shared(device, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_stop(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_set_rate(NULL, 1000), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_retarget(NULL, "x"), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_retarget(device, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_status(NULL, &status), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_status(device, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_read_sent(NULL, &sample, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_read_sent(device, NULL, 1), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_device_close(device, -1), IDN_ERR_ARGUMENT, "negative");
  CHECK_FAILS(idn_receiver_open(NULL, NULL, NULL, &receiver), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_receiver_open(NULL, on_samples, NULL, NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK_FAILS(idn_receiver_port(NULL), IDN_ERR_ARGUMENT, "NULL");
  CHECK(idn_engine_destroy(NULL) == IDN_OK);
  CHECK(idn_device_close(NULL, 0) == IDN_OK);
  CHECK(idn_receiver_close(NULL) == IDN_OK);
}

static void test_options(idn_engine_t* engine, const char* target) {
  idn_engine_t* other = engine;
  idn_device_t* device = NULL;
  idn_receiver_t* receiver = NULL;
  const idn_engine_options_t engine_wait = {.struct_size = sizeof engine_wait, .wait = 4};
  CHECK_FAILS(idn_engine_create(&engine_wait, &other), IDN_ERR_BAD_OPTION, "wait");
  CHECK(other == NULL);
  const struct {
    idn_device_options_t options;
    const char* word;
  } refused[] = {
      {{.struct_size = sizeof(idn_device_options_t), .rate = 1000001}, "rate"},
      {{.struct_size = sizeof(idn_device_options_t), .latency = 1}, "latency"},
      {{.struct_size = sizeof(idn_device_options_t), .latency = INT64_MIN}, "latency"},
      {{.struct_size = sizeof(idn_device_options_t), .latency = INT64_MAX}, "latency"},
      {{.struct_size = sizeof(idn_device_options_t), .hold = -1}, "hold"},
      {{.struct_size = sizeof(idn_device_options_t), .datagram_time = 1}, "datagram"},
      {{.struct_size = sizeof(idn_device_options_t), .switch_at = 2}, "switch_at"},
      {{.struct_size = sizeof(idn_device_options_t), .format = 6}, "format"},
      {{.struct_size = sizeof(idn_device_options_t), .max_datagram = 1}, "octets"},
      {{.struct_size = sizeof(idn_device_options_t), .client_group = 16}, "client_group"},
      {{.struct_size = sizeof(idn_device_options_t), .client_group = UINT32_MAX}, "client_group"},
      {{.struct_size = sizeof(idn_device_options_t), .move_across = 31000000}, "moves"},
      {{.struct_size = sizeof(idn_device_options_t), .frames = 1, .frame_period = 1}, "period"},
      {{.struct_size = sizeof(idn_device_options_t), .frames = 1, .frame_spread = -1}, "spread"},
      {{.struct_size = sizeof(idn_device_options_t), .dark_before_close = -2}, "dark_before_close"},
      {{.struct_size = sizeof(idn_device_options_t), .start_at = -1}, "start_at"},
      {{.struct_size = sizeof(idn_device_options_t), .start_at_wall = -1}, "start_at_wall"},
      {{.struct_size = sizeof(idn_device_options_t), .start_at = 1, .start_at_wall = 1}, "give one of them"},
      {{.struct_size = sizeof(idn_device_options_t), .underrun_probability = 1}, "underrun_probability"},
      {{.struct_size = sizeof(idn_device_options_t), .underrun_probability = 0.1, .follow_source = 1},
       "follow_source"},
      {{.struct_size = sizeof(idn_device_options_t), .preview = -1}, "preview"},
      {{.struct_size = sizeof(idn_device_options_t), .preview = 2000000001}, "preview"},
      {{.struct_size = sizeof(idn_device_options_t), .dscp = 256 + 46}, "dscp"},
      {{.struct_size = sizeof(idn_device_options_t), .dwell_before = -1}, "moves"},
      {{.struct_size = sizeof(idn_device_options_t), .dwell_after = 31000000}, "moves"},
  };
  for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i)
    CHECK_FAILS(idn_device_open(engine, target, &refused[i].options, &device), IDN_ERR_BAD_OPTION,
                refused[i].word);
  const idn_receiver_options_t port = {.struct_size = sizeof port, .port = 65537};
  CHECK_FAILS(idn_receiver_open(&port, on_samples, NULL, &receiver), IDN_ERR_BAD_OPTION, "port");
  const idn_receiver_options_t latency = {.struct_size = sizeof latency, .latency = -1};
  CHECK_FAILS(idn_receiver_open(&latency, on_samples, NULL, &receiver), IDN_ERR_BAD_OPTION, "latency");
}

/// Options as in a newer header, with fields that this library does not know.
typedef struct later_options_t {
  idn_device_options_t known;
  uint64_t more[4];
} later_options_t;

static void test_sizes(idn_engine_t* engine, idn_device_t* device, const char* target) {
  idn_device_t* opened = NULL;
  idn_device_options_t options = {0};
  CHECK_FAILS(idn_device_open(engine, target, &options, &opened), IDN_ERR_STRUCT_SIZE, "struct_size");
  options.struct_size = 0xCCCCCCCC;
  CHECK_FAILS(idn_device_open(engine, target, &options, &opened), IDN_ERR_STRUCT_SIZE, "struct_size");
  later_options_t later = {.known = {.struct_size = sizeof later}};
  CHECK(idn_device_open(engine, target, &later.known, &opened) == IDN_OK);
  CHECK(idn_device_close(opened, 0) == IDN_OK);
  later.more[3] = 1;
  CHECK_FAILS(idn_device_open(engine, target, &later.known, &opened), IDN_ERR_STRUCT_SIZE, "newer");
  CHECK(opened == NULL);

  // Smaller structs: fields beyond the size are neither read nor written.
  options = (idn_device_options_t){.struct_size = 8, .rate = 10000, .latency = -1};
  CHECK(idn_device_open(engine, target, &options, &opened) == IDN_OK);
  idn_status_t status;
  memset(&status, 0x55, sizeof status);
  status.struct_size = offsetof(idn_status_t, fault);
  CHECK(idn_device_status(opened, &status) == IDN_OK);
  CHECK(status.rate == 10000 && status.armed == 0);
  CHECK(status.fault == 0x55555555 && status.struct_size == offsetof(idn_status_t, fault));
  CHECK(idn_device_close(opened, 0) == IDN_OK);

  struct {
    idn_status_t known;
    uint64_t more;
  } later_status = {.known = {.struct_size = sizeof later_status}, .more = 1};
  CHECK(idn_device_status(device, &later_status.known) == IDN_OK);
  CHECK(later_status.known.struct_size == sizeof later_status && later_status.more == 0);
  status.struct_size = 0;
  CHECK_FAILS(idn_device_status(device, &status), IDN_ERR_STRUCT_SIZE, "struct_size");

  idn_event_t event = {0};
  CHECK_FAILS(idn_engine_poll_event(engine, &event), IDN_ERR_STRUCT_SIZE, "struct_size");
  event.struct_size = sizeof event;
  CHECK(idn_engine_poll_event(engine, &event) == 1);  // the failed call did not consume the event
  idn_engine_status_t engine_status = {0};
  CHECK_FAILS(idn_engine_status(engine, 0, &engine_status), IDN_ERR_STRUCT_SIZE, "struct_size");

  idn_device_info_t info;
  CHECK_FAILS(idn_engine_list(engine, &info, 0, 1), IDN_ERR_STRUCT_SIZE, "info_size");
  idn_receiver_options_t receiver_options = {0};
  idn_receiver_t* receiver = NULL;
  CHECK_FAILS(idn_receiver_open(&receiver_options, on_samples, NULL, &receiver), IDN_ERR_STRUCT_SIZE,
              "struct_size");
  idn_engine_options_t engine_options = {0};
  CHECK_FAILS(idn_engine_create(&engine_options, &engine), IDN_ERR_STRUCT_SIZE, "struct_size");
}

static void test_targets(idn_engine_t* engine, idn_device_t* device, const char* target) {
  idn_device_t* opened = NULL;
  idn_device_t* again = NULL;
  char service[64];
  snprintf(service, sizeof service, "%s/3", target);
  CHECK_FAILS(idn_device_open(engine, "", NULL, &opened), IDN_ERR_BAD_TARGET, "neither a host");
  CHECK_FAILS(idn_device_open(engine, "127.0.0.1:99999", NULL, &opened), IDN_ERR_BAD_TARGET, "port");
  CHECK_FAILS(idn_device_open(engine, "01-FEDCBA987654/1", NULL, &opened), IDN_ERR_NOT_FOUND, "no unit");
  CHECK_FAILS(idn_device_retarget(device, ""), IDN_ERR_BAD_TARGET, "neither a host");
  CHECK(idn_device_open(engine, service, NULL, &opened) == IDN_OK);  // `device` was opened without a service
  CHECK_FAILS(idn_device_retarget(device, service), IDN_ERR_BUSY, "another device");
  CHECK_FAILS(idn_device_retarget(opened, target), IDN_ERR_BUSY, "another device");
  CHECK_FAILS(idn_device_open(engine, target, NULL, &again), IDN_ERR_BUSY, "another device");
  CHECK(again == NULL);
  CHECK(idn_device_close(opened, 0) == IDN_OK);
  CHECK(idn_device_retarget(device, service) == IDN_OK);
  CHECK(idn_device_retarget(device, target) == IDN_OK);
  CHECK_FAILS(idn_device_retarget(device, "01-FEDCBA987654"), IDN_ERR_NOT_FOUND, "no unit");
  CHECK_FAILS(idn_device_set_rate(device, 0), IDN_ERR_BAD_OPTION, "rate");
  CHECK_FAILS(idn_device_set_rate(device, 1000001), IDN_ERR_BAD_OPTION, "rate");
}

static void test_busy(idn_device_t* device, projector_t* projector) {
  idn_sample_t sample = {0};
  CHECK(idn_device_show(device, &sample, 1) == IDN_OK);
  CHECK(idn_device_keep(device, IDN_SECONDS(60)) == IDN_OK);
  CHECK_FAILS(idn_device_write(device, &sample, 1, 0), IDN_ERR_BUSY, "stop");
  CHECK_FAILS(idn_device_fill(device, nothing, NULL), IDN_ERR_BUSY, "stop");
  CHECK(idn_device_stop(device) == IDN_OK);
  CHECK(idn_device_write(device, &sample, 1, 0) == IDN_OK);
  idn_sample_t* much = calloc(100000, sizeof(*much));
  CHECK_FAILS(idn_device_write(device, much, 100000, 0), IDN_ERR_FULL, "of 100000 samples queued");
  free(much);
  CHECK_FAILS(idn_device_fill_pictures(device, no_picture, NULL), IDN_ERR_BAD_OPTION, "keep all pictures");
  CHECK(idn_device_stop(device) == IDN_OK);

  idn_receiver_t* second = NULL;
  const idn_receiver_options_t same = {.struct_size = sizeof same,
                                       .address = 0x7F000001,
                                       .port = (uint32_t)idn_receiver_port(projector->receiver)};
  CHECK_FAILS(idn_receiver_open(&same, on_samples, NULL, &second), IDN_ERR_NETWORK, "port");
  CHECK(second == NULL);
}

/// A different service for each device.
static const char* service_of(int device) {
  static char target[64];
  snprintf(target, sizeof target, "127.0.0.%d:7255/%d", 1 + device / 255, 1 + device % 255);
  return target;
}

static void test_too_many(void) {
  enum { kMore = 1100 };
  static idn_device_t* devices[kMore];
  const idn_engine_options_t options = {.struct_size = sizeof options, .manual = 1};
  idn_engine_t* engine = NULL;
  CHECK(idn_engine_create(&options, &engine) == IDN_OK);
  int count = 0;
  while (count < kMore && idn_device_open(engine, service_of(count), NULL, &devices[count]) == IDN_OK) ++count;
  CHECK(count >= 64 && count < kMore);
  const int refused = idn_device_open(engine, service_of(count), NULL, &devices[count]);
  if (refused == IDN_ERR_NETWORK)
    puts("the system has too few descriptors to open more devices than an engine takes");
  else
    CHECK_FAILS(refused, IDN_ERR_TOO_MANY, "no more devices");
  CHECK(idn_engine_destroy(engine) == IDN_OK);
  while (count > 0) CHECK(idn_device_close(devices[--count], 0) == IDN_OK);
}

static void test_closed(idn_engine_t* engine, idn_device_t* device) {
  idn_sample_t sample = {0};
  CHECK(idn_engine_destroy(engine) == IDN_OK);
  CHECK_FAILS(idn_device_show(device, &sample, 1), IDN_ERR_CLOSED, "closed");
  CHECK_FAILS(idn_device_write(device, &sample, 1, 0), IDN_ERR_CLOSED, "closed");
  CHECK_FAILS(idn_device_fill(device, nothing, NULL), IDN_ERR_CLOSED, "closed");
  CHECK_FAILS(idn_device_set_rate(device, 1000), IDN_ERR_CLOSED, "closed");
  CHECK_FAILS(idn_device_retarget(device, "127.0.0.1"), IDN_ERR_CLOSED, "closed");
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  CHECK(idn_device_blackout(device, 1) == IDN_OK);
  CHECK(idn_device_abort(device) == IDN_OK);
  CHECK(idn_device_stop(device) == IDN_OK);
  idn_status_t status = IDN_STATUS_INIT;
  CHECK(idn_device_status(device, &status) == IDN_OK && status.link == IDN_LINK_CLOSED);
  CHECK(idn_device_close(device, 0) == IDN_OK);
}

int main(void) {
  CHECK(strcmp(idn_last_error(), "") == 0);
  projector_t projector;
  open_projector(&projector);
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  CHECK(idn_engine_create(NULL, &engine) == IDN_OK);
  CHECK(idn_device_open(engine, projector.target, NULL, &device) == IDN_OK);
  test_null(engine, device);
  test_options(engine, projector.target);
  char second[64];  // service of the projector: `device` has the first
  snprintf(second, sizeof second, "%s/2", projector.target);
  test_sizes(engine, device, second);
  test_targets(engine, device, projector.target);
  test_busy(device, &projector);
#ifndef IDN_TEST_SANITIZED  // it has an allocator of its own, which ends the program
  CHECK_FAILS(idn_device_show(device, &(idn_sample_t){0}, SIZE_MAX / 64), IDN_ERR_MEMORY, "memory");
#endif
  test_too_many();
  test_closed(engine, device);
  CHECK(atomic_load(&projector.lit) == 0);
  CHECK(idn_receiver_close(projector.receiver) == IDN_OK);
  return check_result();
}
