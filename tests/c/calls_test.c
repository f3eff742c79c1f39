// SPDX-License-Identifier: MIT
// Calls every function of idn.h, with a receiver of the same library: a device is dark until armed, and every way
// to make it dark works.
#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#endif
#include <limits.h>
#include <stdlib.h>

#include "idn/idn.h"
#include "idn/shared_ring.h"

#include "c/projector.h"

enum { kPicture = 300, kLot = 900 };

static idn_status_t status_of(idn_device_t* device) {
  idn_status_t status = IDN_STATUS_INIT;
  CHECK(idn_device_status(device, &status) == IDN_OK);
  return status;
}

/// Waits until `more` samples have arrived, or the device sends none for a while, since without content it falls
/// idle, and none arrives: on a busy machine the receiver may be seconds behind.
static int plays(idn_device_t* device, projector_t* projector, long long more) {
  const long long until = atomic_load(&projector->samples) + more;
  uint64_t moved = 0;
  for (int waited = 0, idle = 0; waited < 30000; ++waited, pause_ms(1)) {
    const long long arrived = atomic_load(&projector->samples);
    if (arrived >= until) return 1;
    const uint64_t before = moved;
    moved = status_of(device).samples + (uint64_t)arrived;
    idle = moved == before ? idle + 1 : 0;
    if (idle == 2000) return 1;
  }
  return 0;
}

/// Whether all samples from now on are dark, apart from those on the way: sent, and not received yet.
static int stays_dark(idn_device_t* device, projector_t* projector) {
  const long long on_the_way = (long long)status_of(device).samples - atomic_load(&projector->samples);
  const int came = plays(device, projector, kLot + (on_the_way > 0 ? on_the_way : 0));
  const long long lit = atomic_load(&projector->lit);
  return came && plays(device, projector, kLot) && atomic_load(&projector->lit) == lit;
}

static void test_library(void) {
  CHECK(strcmp(idn_version(), IDN_TEST_VERSION) == 0);
  for (int code = IDN_OK; code >= IDN_ERR_FULL; --code) {
    CHECK(strcmp(idn_strerror(code), "unknown error") != 0);
    for (int other = IDN_OK; other > code; --other) CHECK(strcmp(idn_strerror(code), idn_strerror(other)) != 0);
  }
  CHECK(strcmp(idn_strerror(1), "unknown error") == 0);
  CHECK(strcmp(idn_strerror(INT_MIN), "unknown error") == 0);
  const int64_t before = idn_now();
  CHECK(before > 0 && idn_now() >= before);
}

static void test_pictures(idn_device_t* device, projector_t* projector) {
  idn_sample_t picture[kPicture];
  const idn_output_options_t bright = IDN_OUTPUT_OPTIONS_INIT;
  idn_output_options_t output = bright;
  light(picture, kPicture);
  CHECK(idn_device_show(device, picture, kPicture) == IDN_OK);
  CHECK(idn_device_keep(device, IDN_SECONDS(3600)) == IDN_OK);
  CHECK(stays_dark(device, projector) && atomic_load(&projector->lit) == 0);  // not armed

  CHECK(idn_device_arm(device, 1) == IDN_OK);
  CHECK(status_of(device).armed == 1);
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  CHECK(idn_device_blackout(device, 1) == IDN_OK);
  CHECK(status_of(device).blackout == 1);
  CHECK(stays_dark(device, projector));
  CHECK(idn_device_blackout(device, 0) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  CHECK(idn_device_set_brightness(device, 0) == IDN_OK);
  CHECK(stays_dark(device, projector));
  CHECK(idn_device_set_brightness(device, 2) == IDN_OK);  // brought to 1
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  output.balance.r = 1e-6;
  CHECK(idn_device_set_output(device, &output) == IDN_OK);
  CHECK(stays_dark(device, projector));
  output.keystone[0] = 1;  // no quadrilateral
  CHECK(idn_device_set_output(device, &output) == IDN_ERR_BAD_OPTION);
  output = bright;
  output.keystone[0] = output.keystone[1] = output.keystone[3] = output.keystone[6] = -1;
  output.keystone[2] = output.keystone[4] = output.keystone[5] = output.keystone[7] = 1;
  CHECK(idn_device_set_output(device, &output) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  CHECK(idn_device_arm(device, 0) == IDN_OK);
  CHECK(stays_dark(device, projector));
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  CHECK(idn_device_show(device, NULL, 0) == IDN_OK);  // an empty picture
  CHECK(stays_dark(device, projector));
  CHECK(idn_device_show(device, picture, kPicture) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->last_is_lit));
  CHECK(idn_device_abort(device) == IDN_OK);
  CHECK(idn_device_stop(device) == IDN_OK);
  CHECK(stays_dark(device, projector));
}

static void test_samples(idn_device_t* device, projector_t* projector) {
  idn_sample_t samples[kPicture];
  light(samples, kPicture);
  const long long lit = atomic_load(&projector->lit);
  CHECK(idn_device_writable(device) >= kPicture);
  CHECK(idn_device_write(device, samples, 0, 0) == IDN_OK);
  for (int i = 0; i < 10; ++i) CHECK(idn_device_write(device, samples, kPicture, INT64_MAX) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->lit) == lit + 10 * kPicture);
  // Without a time-out write() accepts only as many samples as the latency allows.
  idn_sample_t* much = calloc(100000, sizeof(*much));
  const int64_t taken = idn_device_write_some(device, much, 100000, 0);
  CHECK(taken > 0 && taken <= 30 * 40);
  CHECK(idn_device_writable(device) >= 0 && idn_device_writable(device) <= 30 * 40);
  CHECK_EVENTUALLY(idn_device_write_some(device, much, 100000, 0) >= 0 && status_of(device).buffered > 0);
  const uint64_t discarded = status_of(device).discarded_samples;
  CHECK(idn_device_blackout(device, 1) == IDN_OK);
  CHECK_EVENTUALLY(status_of(device).discarded_samples > discarded);
  CHECK(idn_device_blackout(device, 0) == IDN_OK);
  free(much);
  CHECK(idn_device_set_rate(device, 20000) == IDN_OK);
  CHECK(idn_device_write(device, samples, kPicture, IDN_SECONDS(1)) == IDN_OK);
  CHECK_EVENTUALLY(status_of(device).rate == 20000);
  CHECK(idn_device_stop(device) == IDN_OK);
  CHECK(stays_dark(device, projector));
}

static void test_hold(idn_device_t* device, projector_t* projector) {
  idn_sample_t picture[kPicture];
  light(picture, kPicture);
  const uint64_t holds = status_of(device).holds_expired;
  CHECK(idn_device_show(device, picture, kPicture) == IDN_OK);
  CHECK(idn_device_keep(device, IDN_MILLISECONDS(100)) == IDN_OK);
  CHECK_EVENTUALLY(status_of(device).holds_expired > holds);
  CHECK(stays_dark(device, projector));
}

typedef struct fill_t {
  idn_device_t* device;
  idn_engine_t* engine;
  uint64_t asked;
  uint64_t until;
  int64_t sent_at, shown_at;
  atomic_int mistakes;
  atomic_int stop, close, drive, destroy;
} fill_t;

static int64_t fill(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  fill_t* self = user;
  if (request->struct_size < sizeof(*request) || request->index != self->asked || request->rate == 0 ||
      request->sent_at < self->sent_at || capacity == 0)
    atomic_fetch_add(&self->mistakes, 1);
  atomic_store(&self->stop, idn_device_stop(self->device));
  atomic_store(&self->close, idn_device_close(self->device, 0));
  atomic_store(&self->drive, idn_engine_drive(self->engine, NULL));
  atomic_store(&self->destroy, idn_engine_destroy(self->engine));
  const uint64_t left = self->until - self->asked;
  const size_t count = left < capacity ? (size_t)left : capacity;
  light(room, count);
  self->asked += count;
  self->sent_at = request->sent_at;
  self->shown_at = request->shown_at;
  return (int64_t)count;
}

static void test_fill(idn_engine_t* engine, idn_device_t* device, projector_t* projector) {
  fill_t user = {.device = device, .engine = engine, .until = 2000};
  const long long lit = atomic_load(&projector->lit);
  CHECK(idn_device_fill(device, fill, &user) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->lit) == lit + 2000);
  CHECK(idn_device_stop(device) == IDN_OK);
  CHECK(atomic_load(&user.mistakes) == 0);
  CHECK(user.shown_at - user.sent_at == status_of(device).receiver_latency);
  CHECK(user.shown_at > user.sent_at);
  CHECK(atomic_load(&user.stop) == IDN_ERR_IN_CALLBACK);
  CHECK(atomic_load(&user.close) == IDN_ERR_IN_CALLBACK);
  CHECK(atomic_load(&user.drive) == IDN_ERR_ARGUMENT);
  CHECK(atomic_load(&user.destroy) == IDN_ERR_IN_CALLBACK);
  CHECK(stays_dark(device, projector));
}

/// A callback with an invalid result, negative or above the capacity: none of its samples may be played.
static int64_t mistaken_fill(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  (void)request;
  light(room, capacity);
  return *(const int*)user < 0 ? -1 : (int64_t)capacity + 1;
}

static void test_mistaken_fill(idn_device_t* device, projector_t* projector) {
  const long long lit = atomic_load(&projector->lit);
  for (int sign = -1; sign <= 1; sign += 2) {
    CHECK(idn_device_fill(device, mistaken_fill, &sign) == IDN_OK);
    CHECK_EVENTUALLY(status_of(device).fault == IDN_ERR_CALLBACK);
    CHECK_EVENTUALLY((strstr(status_of(device).fault_text, "returned -1,") != NULL) == (sign < 0));
    CHECK(idn_device_stop(device) == IDN_OK);
  }
  CHECK(stays_dark(device, projector) && atomic_load(&projector->lit) == lit);
}

/// Nothing plays before the queue of 3000 samples is half full; an application that fills it up to its end is
/// followed.
static void test_source(idn_engine_t* engine, projector_t* projector) {
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  options.follow_source = 1;
  options.latency = IDN_MILLISECONDS(100);
  options.hold = IDN_SECONDS(60);
  idn_device_t* device = NULL;
  idn_sample_t samples[kPicture];
  light(samples, kPicture);
  CHECK(idn_device_open(engine, projector->target, &options, &device) == IDN_OK);
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  const long long lit = atomic_load(&projector->lit);
  for (int i = 0; i < 4; ++i) CHECK(idn_device_write(device, samples, kPicture, 0) == IDN_OK);
  CHECK(plays(device, projector, kLot) && atomic_load(&projector->lit) == lit);
  CHECK(idn_device_write(device, samples, kPicture, 0) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->lit) == lit + 5 * kPicture);
  CHECK(status_of(device).source_ppm == 0);
  int is_followed = 0;
  for (int i = 0; i < 3000 && !is_followed; ++i) {
    CHECK(idn_device_write(device, samples, kPicture, INT64_MAX) == IDN_OK);
    is_followed = status_of(device).source_ppm > 0;
  }
  CHECK(is_followed);
  CHECK(idn_device_close(device, 0) == IDN_OK);
}

static void test_retarget(idn_device_t* device, projector_t* from) {
  projector_t to;
  idn_sample_t picture[kPicture];
  light(picture, kPicture);
  open_projector(&to);
  CHECK(idn_device_show(device, picture, kPicture) == IDN_OK);
  CHECK(idn_device_keep(device, IDN_SECONDS(3600)) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&from->last_is_lit));
  CHECK(idn_device_retarget(device, to.target) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&to.last_is_lit));
  CHECK_EVENTUALLY(!atomic_load(&from->last_is_lit));
  CHECK(strcmp(status_of(device).remote, to.target) == 0);
  CHECK(status_of(device).retargets == 1);
  CHECK(idn_device_retarget(device, from->target) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&from->last_is_lit));
  CHECK(idn_receiver_close(to.receiver) == IDN_OK);
}

/// Polls events until there is one of this kind; for IDN_EVENT_LINK, with this link state.
static int event_comes(idn_engine_t* engine, uint32_t kind, uint32_t link, idn_event_t* event) {
  for (int waited = 0; waited < 30000; ++waited, pause_ms(1))
    while (idn_engine_poll_event(engine, event) == 1)
      if (event->kind == kind && (kind != IDN_EVENT_LINK || event->link == link)) return 1;
  return 0;
}

static void test_events(idn_engine_t* engine, projector_t* projector) {
  idn_device_t* device = NULL;
  idn_event_t event = IDN_EVENT_INIT;
  char target[64], line[80];
  snprintf(target, sizeof target, "%s/1", projector->target);
  const int64_t before = idn_now();
  CHECK(idn_device_open(engine, target, NULL, &device) == IDN_OK);
  CHECK(event_comes(engine, IDN_EVENT_LINK, IDN_LINK_PLAYING, &event));
  CHECK(strcmp(event.target, target) == 0 && strcmp(event.remote, projector->target) == 0);
  snprintf(line, sizeof line, "%s: playing", target);
  CHECK(strcmp(event.text, line) == 0 && event.noticed >= before && event.noticed <= idn_now());
  CHECK(event.fault == 0 && event.reserved == 0 && event.count == 0);
  idn_sample_t sample = {0};
  CHECK(idn_device_show(device, &sample, 1) == IDN_OK);
  CHECK(event_comes(engine, IDN_EVENT_HOLD_EXPIRED, 0, &event) && event.count == 1);
  const int sign = -1;
  CHECK(idn_device_fill(device, mistaken_fill, (void*)&sign) == IDN_OK);
  CHECK(event_comes(engine, IDN_EVENT_FAULT, 0, &event));
  CHECK(event.fault == IDN_ERR_CALLBACK && strstr(event.text, "returned -1,") != NULL);
  CHECK(idn_device_close(device, 0) == IDN_OK);
  CHECK(event_comes(engine, IDN_EVENT_LINK, IDN_LINK_CLOSED, &event));
  while (idn_engine_poll_event(engine, &event) == 1) CHECK(strcmp(event.target, target) != 0);

  // With a smaller struct_size no octet beyond it is written.
  idn_event_t shorter;
  memset(&shorter, 0x55, sizeof shorter);
  shorter.struct_size = offsetof(idn_event_t, count);
  CHECK(idn_device_open(engine, target, NULL, &device) == IDN_OK);
  CHECK(idn_device_close(device, 0) == IDN_OK);
  int closed = 0;
  while (idn_engine_poll_event(engine, &shorter) == 1) closed |= shorter.link == IDN_LINK_CLOSED;
  CHECK(closed && shorter.count == 0x5555555555555555);
}

/// With one processor, for example, there is no standby thread.
static uint32_t auto_comes_to(const idn_engine_status_t* status) {
  return strstr(status->grants, "standby thread: given: ") != NULL ? IDN_WAIT_AUTO : IDN_WAIT_HYBRID;
}

static void test_waits(void) {
  for (uint32_t wait = IDN_WAIT_AUTO; wait <= IDN_WAIT_SPIN; ++wait) {
    const idn_engine_options_t options = {.struct_size = sizeof options, .wait = wait};
    idn_engine_t* engine = NULL;
    CHECK(idn_engine_create(&options, &engine) == IDN_OK);
    idn_engine_status_t status = IDN_ENGINE_STATUS_INIT;
    CHECK(idn_engine_status(engine, 0, &status) == IDN_OK);
    CHECK(status.wait == (wait == IDN_WAIT_AUTO ? auto_comes_to(&status) : wait));
    const int spins_at_the_end = wait == IDN_WAIT_HYBRID || wait == IDN_WAIT_AUTO;
    CHECK_EVENTUALLY(idn_engine_status(engine, 0, &status) == IDN_OK && (status.guard > 0) == spins_at_the_end);
    CHECK(idn_engine_destroy(engine) == IDN_OK);
  }
}

static void test_engine_status(idn_engine_t* engine) {
  idn_engine_status_t status = IDN_ENGINE_STATUS_INIT;
  CHECK(idn_engine_status(engine, 0, &status) == IDN_OK);
  CHECK(status.threads == 1 && status.devices == 1 && status.wait == auto_comes_to(&status));
  CHECK(strstr(status.grants, "standby thread: ") != NULL);
  CHECK_EVENTUALLY(idn_engine_status(engine, 0, &status) == IDN_OK && status.priority != IDN_GRANT_NOT_ASKED);
  CHECK(status.memory_lock == IDN_GRANT_NOT_ASKED);
  CHECK((status.processor == IDN_GRANT_NOT_ASKED) == (status.wait == IDN_WAIT_HYBRID));
  CHECK(strncmp(status.grants, "real-time priority: ", 20) == 0);
  const char* word = status.priority == IDN_GRANT_GIVEN ? "given" : "refused";
  CHECK(strncmp(status.grants + 20, word, strlen(word)) == 0);

  const idn_engine_options_t options = {.struct_size = sizeof options,
                                        .threads = 2,
                                        .wait = IDN_WAIT_SLEEP,
                                        .lock_memory = 1,
                                        .processors = 1ULL << 63};  // few machines have processor 63
  idn_engine_t* other = NULL;
  CHECK(idn_engine_create(&options, &other) == IDN_OK);
  for (uint32_t thread = 0; thread < 2; ++thread) {
    CHECK_EVENTUALLY(idn_engine_status(other, thread, &status) == IDN_OK &&
                     status.memory_lock != IDN_GRANT_NOT_ASKED);
    CHECK(status.threads == 2 && status.devices == 0 && status.wait == IDN_WAIT_SLEEP && status.guard == 0);
    CHECK(status.processor != IDN_GRANT_NOT_ASKED && strstr(status.grants, "\nprocessor: ") != NULL);
    CHECK(strstr(status.grants, "\nmemory lock: ") != NULL);
  }
  CHECK(idn_engine_destroy(other) == IDN_OK);
}

typedef struct pictures_t {
  int left;
  atomic_int mistakes;  // it is called on another thread, where CHECK must not be
} pictures_t;

static int64_t fill_picture(void* user, idn_sample_t* room, size_t capacity) {
  pictures_t* self = user;
  if (capacity < 25000) atomic_fetch_add(&self->mistakes, 1);
  if (self->left == 0) return -1;
  --self->left;
  light(room, kPicture);
  return kPicture;
}

/// Pictures as frames: each is drawn once, whole but for its first sample, which is a place only.
static void test_frames(idn_engine_t* engine, projector_t* projector) {
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  options.frames = options.frames_once = options.frames_keep_all = 1;
  options.frame_period = IDN_MILLISECONDS(20);
  options.hold = IDN_SECONDS(60);
  options.dark_before_close = -1;
  idn_device_t* device = NULL;
  CHECK(idn_device_open(engine, projector->target, &options, &device) == IDN_OK);
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  pictures_t pictures = {.left = 5};
  const long long lit = atomic_load(&projector->lit);
  CHECK(idn_device_fill_pictures(device, fill_picture, &pictures) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&projector->lit) >= lit + 5 * (kPicture - 1));
  CHECK(atomic_load(&pictures.mistakes) == 0);
  CHECK(status_of(device).frames >= 5 && status_of(device).bytes > 5 * 8 * kPicture);
  CHECK_EVENTUALLY(strcmp(status_of(device).receiver, "playing") == 0);
  CHECK(strchr(status_of(device).local, ':') != NULL);
  CHECK(idn_device_finish(device) == IDN_OK);
  CHECK_EVENTUALLY(status_of(device).link == IDN_LINK_CLOSED);
  CHECK(idn_device_close(device, 0) == IDN_OK);
  CHECK(idn_device_open(engine, projector->target, NULL, &device) == IDN_OK);
  CHECK(idn_device_end(device) == IDN_OK);
  CHECK_EVENTUALLY(status_of(device).link == IDN_LINK_CLOSED);
  CHECK(idn_device_close(device, 0) == IDN_OK);
}

static void test_manual_engine(projector_t* projector) {
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  idn_sample_t picture[kPicture];
  light(picture, kPicture);
  idn_engine_options_t options = IDN_ENGINE_OPTIONS_INIT;
  options.manual = 1;
  CHECK(idn_engine_create(&options, &engine) == IDN_OK);
  int64_t next = 0;
  CHECK(idn_engine_drive(engine, &next) == IDN_OK && next == INT64_MAX);
  CHECK(idn_device_open(engine, projector->target, NULL, &device) == IDN_OK);
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  const long long lit = atomic_load(&projector->lit);
  for (int i = 0; i < 30000 && atomic_load(&projector->lit) == lit; ++i) {
    CHECK(idn_device_show(device, picture, kPicture) == IDN_OK);
    CHECK(idn_engine_drive(engine, &next) == IDN_OK && next < INT64_MAX);
    pause_ms(1);
  }
  CHECK(atomic_load(&projector->lit) > lit);
  CHECK(idn_engine_destroy(engine) == IDN_OK);
  CHECK_EVENTUALLY(!atomic_load(&projector->last_is_lit));
  CHECK(status_of(device).link == IDN_LINK_CLOSED);
  CHECK(idn_device_close(device, 0) == IDN_OK);
}

/// What another program writes into shared memory is played until stop.
static void test_shared(idn_device_t* device, projector_t* projector) {
#ifdef _WIN32
  const char* name = "c_calls_test";
  const char* place = "Local\\idn-c_calls_test";
  CHECK(idn_device_play_shared(device, name) == IDN_OK);
#else
  char folder[] = "/tmp/c_calls_test_XXXXXX", place[64];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(place, sizeof place, "%s/ring", folder);
  CHECK(idn_device_play_shared(device, "/nowhere/ring") == IDN_ERR_BAD_OPTION);
  CHECK(strstr(idn_last_error(), "/nowhere/ring: give the path of a socket") != NULL);
  CHECK(idn_device_play_shared(device, place) == IDN_OK);
#endif
  CHECK(idn_device_play_shared(device, "another") == IDN_ERR_BUSY);
  idn_sample_t sample = {0};
  CHECK(idn_device_write(device, &sample, 1, 0) == IDN_ERR_BUSY);
  idn_shared_t ring;
  const int is_open = idn_shared_open(&ring, place) == 0;
  CHECK(is_open);
  if (is_open) {
    const long long lit = atomic_load(&projector->lit);
    light((idn_sample_t*)idn_shared_begin(&ring), kPicture);
    idn_shared_publish(&ring, kPicture, IDN_SHARED_SAMPLES);
    CHECK_EVENTUALLY(atomic_load(&projector->lit) == lit + kPicture);
    idn_shared_close(&ring);
  }
  CHECK(idn_device_stop(device) == IDN_OK);
#ifndef _WIN32
  rmdir(folder);
#endif
}

#ifdef __linux__
typedef struct unit_found_t {
  idn_device_t* device;
  idn_engine_t* engine;
  idn_unit_event_t event;
  int close, destroy;
  atomic_int calls;
} unit_found_t;

static void on_unit(void* user, const idn_unit_event_t* event) {
  unit_found_t* self = user;
  self->event = *event;
  self->close = idn_device_close(self->device, 0);
  self->destroy = idn_engine_destroy(self->engine);
  atomic_fetch_add(&self->calls, 1);
}

/// A unit whose address another one takes, in a network of its own, since searches ask port 7255 only.
static void test_unit_events(void) {
  if (unshare(CLONE_NEWNET) != 0 || system("ip link set lo up") != 0) {
    puts("skipped: unit events, they need a network namespace");
    return;
  }
  idn_receiver_options_t place = IDN_RECEIVER_OPTIONS_INIT;
  place.address = 0x7F000001;
  projector_t unit, other;
  memset(&unit, 0, sizeof unit), memset(&other, 0, sizeof other);
  unit_found_t found = {0};
  CHECK(idn_engine_create(NULL, &found.engine) == IDN_OK);
  idn_device_info_t info;
  CHECK(idn_engine_list(found.engine, &info, sizeof info, 1) == 0);
  CHECK(idn_receiver_open(&place, on_samples, &unit, &unit.receiver) == IDN_OK);
  CHECK(idn_engine_search_now(found.engine) == IDN_OK);
  CHECK_EVENTUALLY(idn_engine_list(found.engine, &info, sizeof info, 1) == 1);
  CHECK(info.shares_id == 0);
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  options.on_unit = on_unit;
  options.on_unit_user = &found;
  CHECK(idn_device_open(found.engine, info.target, &options, &found.device) == IDN_OK);
  CHECK(idn_receiver_close(unit.receiver) == IDN_OK);
  place.address = 0;  // by which it is another unit
  CHECK(idn_receiver_open(&place, on_samples, &other, &other.receiver) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&found.calls) > 0);
  CHECK(found.event.struct_size == sizeof found.event && found.event.kind == IDN_UNIT_DISPLACED);
  CHECK(strcmp(found.event.from, "127.0.0.1:7255") == 0 && found.event.to[0] == 0);
  CHECK(strlen(found.event.other) > 0 && strncmp(found.event.other, info.target, strlen(found.event.other)) != 0);
  CHECK(found.event.last_seen > 0 && found.event.last_seen <= idn_now());
  CHECK(found.close == IDN_ERR_IN_CALLBACK && found.destroy == IDN_ERR_IN_CALLBACK);
  CHECK(idn_device_close(found.device, 0) == IDN_OK);
  CHECK(idn_engine_destroy(found.engine) == IDN_OK);
  CHECK(idn_receiver_close(other.receiver) == IDN_OK);
}
#endif

int main(void) {
  test_library();
  projector_t projector;
  open_projector(&projector);
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  CHECK(idn_engine_create(NULL, &engine) == IDN_OK);
  CHECK(idn_engine_list(engine, NULL, 0, 0) >= 0);
  idn_device_info_t infos[4];
  CHECK(idn_engine_list(engine, infos, sizeof(infos[0]), 4) >= 0);
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  options.format = IDN_FORMAT_XYRGB16;
  options.hold = IDN_SECONDS(60);  // however slow the machine is
  CHECK(idn_device_open(engine, projector.target, &options, &device) == IDN_OK);
  CHECK(status_of(device).latency == IDN_MILLISECONDS(40));
  CHECK(strcmp(status_of(device).remote, projector.target) == 0);

  test_pictures(device, &projector);
  CHECK_EVENTUALLY(status_of(device).link == IDN_LINK_PLAYING);
  test_samples(device, &projector);
  test_hold(device, &projector);
  test_fill(engine, device, &projector);
  test_mistaken_fill(device, &projector);
  test_shared(device, &projector);
  test_retarget(device, &projector);
  test_engine_status(engine);
  test_waits();

  atomic_store(&projector.close_in_callback, 1);
  CHECK_EVENTUALLY(atomic_load(&projector.close_in_callback) == IDN_ERR_IN_CALLBACK);
  CHECK(idn_device_stop(device) == IDN_OK);
  CHECK(stays_dark(device, &projector));
  idn_sample_t samples[kPicture];
  light(samples, kPicture);
  const long long lit = atomic_load(&projector.lit);
  CHECK(idn_device_write(device, samples, kPicture, IDN_SECONDS(1)) == IDN_OK);
  CHECK(idn_device_close(device, INT64_MAX) == IDN_OK);  // plays out
  CHECK_EVENTUALLY(atomic_load(&projector.lit) == lit + kPicture && !atomic_load(&projector.last_is_lit));

  test_source(engine, &projector);
  test_events(engine, &projector);
  test_frames(engine, &projector);
  test_manual_engine(&projector);
  CHECK(idn_engine_destroy(engine) == IDN_OK);
  CHECK(idn_receiver_close(projector.receiver) == IDN_OK);
#ifdef __linux__
  test_unit_events();  // last: it leaves this thread in a network of its own
#endif
  return check_result();
}
