// SPDX-License-Identifier: MIT
// Output options from C: each limit holds for the samples that a receiver gets, has a counter, and invalid values
// are refused with the name of the option.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "idn/idn.h"

#include "c/check.h"

enum { kMost = 20000 };

typedef struct record_t {
  idn_receiver_t* receiver;
  char target[32];
  idn_sample_t samples[kMost];
  atomic_int count;
} record_t;

static record_t record;

static int is_lit(const idn_sample_t* sample) {
  return (sample->r | sample->g | sample->b) != 0;
}

static void take_down(void* user, const idn_chunk_t* chunk) {
  (void)user;
  int count = atomic_load(&record.count);
  for (size_t i = 0; i < chunk->count && count < kMost; ++i) record.samples[count++] = chunk->samples[i];
  atomic_store(&record.count, count);
}

/// Lit samples that jump between two corners of the picture, and rest in each for ten samples.
static void cross(idn_sample_t* samples, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int16_t end = i / 10 % 2 == 0 ? -32768 : 32767;
    samples[i] = (idn_sample_t){.x = end, .y = end, .r = 65535, .g = 40000, .intensity = 65535};
  }
}

static void open_receiver(void) {
  idn_receiver_options_t options = IDN_RECEIVER_OPTIONS_INIT;
  options.port = IDN_ANY_PORT;
  options.address = 0x7F000001;
  options.latency = IDN_SECONDS(10);  // see open_projector()
  CHECK(idn_receiver_open(&options, take_down, NULL, &record.receiver) == IDN_OK);
  snprintf(record.target, sizeof record.target, "127.0.0.1:%d", idn_receiver_port(record.receiver));
}

/// Plays the samples of cross() with these options, to a new receiver: an earlier one could still get the last
/// datagrams of its device.
static idn_status_t play(idn_engine_t* engine, const idn_output_options_t* output) {
  enum { kCount = 1000 };
  static idn_sample_t samples[kCount];
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  idn_device_t* device = NULL;
  idn_status_t status = IDN_STATUS_INIT;
  options.hold = IDN_SECONDS(60);
  options.dark_before_close = -1;
  options.latency = IDN_MILLISECONDS(100);
  options.output = output;
  cross(samples, kCount);
  CHECK(idn_receiver_close(record.receiver) == IDN_OK);
  atomic_store(&record.count, 0);
  open_receiver();
  CHECK(idn_device_open(engine, record.target, &options, &device) == IDN_OK);
  if (device == NULL) return status;
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  CHECK(idn_device_write(device, samples, kCount, IDN_SECONDS(30)) == IDN_OK);
  CHECK_EVENTUALLY(idn_device_status(device, &status) == IDN_OK && status.buffered == 0);
  CHECK(idn_device_close(device, IDN_SECONDS(30)) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&record.count) >= (int)status.samples);
  return status;
}

typedef int (*judge_t)(const idn_sample_t* before, const idn_sample_t* sample);

/// Number of received samples for which `is_wrong` is true.
static int count_of(judge_t is_wrong) {
  int wrong = 0;
  for (int i = 1; i < atomic_load(&record.count); ++i)
    wrong += is_wrong(&record.samples[i - 1], &record.samples[i]);
  return wrong;
}

static int any_light(const idn_sample_t* before, const idn_sample_t* sample) {
  (void)before;
  return is_lit(sample);
}
static int outside_half(const idn_sample_t* before, const idn_sample_t* sample) {
  (void)before;
  return abs(sample->x) > 16384 || abs(sample->y) > 16384;
}
static int lit_outside_half(const idn_sample_t* before, const idn_sample_t* sample) {
  return is_lit(sample) && (outside_half(before, sample) || outside_half(sample, before));
}
/// Faster than 600 widths/s at 30 kHz.
static int too_fast(const idn_sample_t* before, const idn_sample_t* sample) {
  return abs(sample->x - before->x) * 30000.0 / 65536 > 600 ||
         abs(sample->y - before->y) * 30000.0 / 65536 > 600;
}
static int lit_too_fast(const idn_sample_t* before, const idn_sample_t* sample) {
  return is_lit(sample) && too_fast(before, sample);
}
static int brighter(const idn_sample_t* before, const idn_sample_t* sample) {
  (void)before;
  return sample->r > 0.5 * 65535 || sample->g > 0.25 * 65535 || sample->b > 0;
}
/// Lit at the lower left end, which is in the zone, or on the way to or from it.
static int lit_in_corner(const idn_sample_t* before, const idn_sample_t* sample) {
  return is_lit(sample) && (before->x < -16384 || sample->x < -16384);
}
static int lit_to_the_left(const idn_sample_t* before, const idn_sample_t* sample) {
  return is_lit(sample) && (before->x < 0 || sample->x < 0);
}
/// A resting beam may be lit for 100 us, which is three samples.
static int fourth_of_a_stay(const idn_sample_t* before, const idn_sample_t* sample) {
  static int stay = 0;
  stay = before->x == sample->x && before->y == sample->y && is_lit(sample) ? stay + 1 : 0;
  return stay > 4;
}

static const idn_point_t corner[] = {{-1, -1}, {-0.5, -1}, {-0.5, -0.5}, {-1, -0.5}};
static const idn_point_t right_half[] = {{0, -1}, {1, -1}, {1, 1}, {0, 1}};
static const idn_zone_t zones[] = {{.struct_size = sizeof(idn_zone_t), .polygon = {corner, 4}}};
static const idn_polygon_t allowed[] = {{right_half, 4}};

#define COUNTER(name) offsetof(idn_status_t, limited_##name)

static const struct {
  idn_output_options_t output;
  judge_t is_wrong;
  size_t counter;
} limits[] = {
    {{.left = -0.5, .right = 0.5, .bottom = -0.5, .top = 0.5}, outside_half, COUNTER(picture)},
    {{.left = -0.5, .right = 0.5, .bottom = -0.5, .top = 0.5, .picture_action = IDN_ACTION_BLANK},
     lit_outside_half,
     COUNTER(picture)},
    {{.speed = 600}, too_fast, COUNTER(speed)},
    {{.speed = 600, .speed_action = IDN_ACTION_BLANK}, lit_too_fast, COUNTER(speed)},
    {{.speed = 600, .acceleration = 1e6}, too_fast, COUNTER(acceleration)},
    {{.brightness = {.r = 0.5, .g = 0.25}}, brighter, COUNTER(brightness)},
    {{.brightness_action = IDN_ACTION_BLANK}, any_light, COUNTER(brightness)},
    {{.zones = zones, .zone_count = 1}, lit_in_corner, COUNTER(zones)},
    {{.allowed = allowed, .allowed_count = 1}, lit_to_the_left, COUNTER(allowed)},
    {{.dwell_longest = 100000, .dwell_share = 0.001}, fourth_of_a_stay, COUNTER(dwell)},
};

static uint64_t counter_of(const idn_status_t* status, size_t offset) {
  uint64_t value;
  memcpy(&value, (const char*)status + offset, sizeof value);
  return value;
}

static void test_limits(idn_engine_t* engine) {
  for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); ++i) {
    // Without the limit some samples are wrong, and the counter stays 0.
    idn_status_t status = play(engine, NULL);
    CHECK(count_of(limits[i].is_wrong) > 0);
    CHECK(counter_of(&status, limits[i].counter) == 0);
    idn_output_options_t output = limits[i].output;
    output.struct_size = sizeof output;
    status = play(engine, &output);
    CHECK(count_of(limits[i].is_wrong) == 0);
    CHECK(counter_of(&status, limits[i].counter) > 0);
  }
}

static void test_counting(idn_engine_t* engine) {
  idn_output_options_t output = IDN_OUTPUT_OPTIONS_INIT;
  output.speed = 600;
  output.speed_action = IDN_ACTION_COUNT;
  output.scanner_kpps = 30;
  const idn_status_t status = play(engine, &output);
  CHECK(count_of(too_fast) > 50 && status.limited_speed >= 99);
  CHECK(status.scanner_load > 0 && status.scanner_load <= 1);
}

static int red(const idn_sample_t* before, const idn_sample_t* sample) {
  (void)before;
  return sample->r != 0;
}
static int lit_with_x_as_y(const idn_sample_t* before, const idn_sample_t* sample) {
  (void)before;
  return is_lit(sample) && (sample->x < 0) == (sample->y < 0);
}

static void test_orientation_and_balance(idn_engine_t* engine) {
  idn_output_options_t output = IDN_OUTPUT_OPTIONS_INIT;
  output.mirror_x = 1;
  output.scale = 0.5;
  output.balance = (idn_colours_t){.g = 1};
  play(engine, &output);
  CHECK(count_of(red) == 0 && count_of(any_light) > 900);
  CHECK(count_of(lit_with_x_as_y) == 0 && count_of(outside_half) == 0);
}

/// What is read is what the receiver gets, after brightness and limits, dark samples included.
static void test_preview(idn_engine_t* engine) {
  enum { kCount = 1000 };
  static idn_sample_t samples[kCount], sent[kMost];
  idn_output_options_t output = IDN_OUTPUT_OPTIONS_INIT;
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  idn_device_t* device = NULL;
  idn_status_t status = IDN_STATUS_INIT;
  output.mirror_x = 1;
  output.brightness = (idn_colours_t){.r = 0.25, .g = 1};
  options.output = &output;
  options.format = IDN_FORMAT_XYRGB16;
  options.hold = IDN_SECONDS(60);
  options.dark_before_close = -1;
  options.preview = IDN_SECONDS(2);
  cross(samples, kCount);
  CHECK(idn_receiver_close(record.receiver) == IDN_OK);
  atomic_store(&record.count, 0);
  open_receiver();
  CHECK(idn_device_open(engine, record.target, &options, &device) == IDN_OK);
  CHECK(idn_device_arm(device, 1) == IDN_OK);
  CHECK(idn_device_set_brightness(device, 0.5) == IDN_OK);
  CHECK(idn_device_write(device, samples, kCount, IDN_SECONDS(30)) == IDN_OK);
  CHECK(idn_device_finish(device) == IDN_OK);
  size_t count = 0;
  while (idn_device_status(device, &status) == IDN_OK && status.link != IDN_LINK_CLOSED) {
    count += (size_t)idn_device_read_sent(device, sent + count, kMost - count);
    pause_ms(1);
  }
  count += (size_t)idn_device_read_sent(device, sent + count, kMost - count);
  CHECK(idn_device_read_sent(device, NULL, 0) == 0);
  CHECK(idn_device_close(device, 0) == IDN_OK);
  CHECK_EVENTUALLY(atomic_load(&record.count) >= (int)status.samples);
  CHECK(count == status.samples && atomic_load(&record.count) == (int)count);
  int lit = 0;
  for (size_t i = 0; i < count; ++i) {
    const idn_sample_t *here = &sent[i], *there = &record.samples[i];
    CHECK(here->x == there->x && here->y == there->y);
    CHECK(here->r == there->r && here->g == there->g && here->b == there->b);
    if (!is_lit(here)) continue;
    ++lit;
    CHECK(here->r == 16383 && here->g == 20000);  // a quarter of full scale; half of 40000
  }
  CHECK(lit == kCount);
}

/// Checks that the options are refused with this code, and that the error text contains `word`.
static void check_refused(idn_engine_t* engine, const idn_output_options_t* output, int code,
                          const char* word) {
  const idn_device_options_t options = {.struct_size = sizeof options, .output = output};
  idn_device_t* device = NULL;
  CHECK(idn_device_open(engine, record.target, &options, &device) == code);
  CHECK(device == NULL && strstr(idn_last_error(), word) != NULL);
  CHECK(idn_device_close(device, 0) == IDN_OK);
}

static void test_refusals(idn_engine_t* engine) {
  static const idn_point_t crossed[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  static const idn_zone_t unlike[] = {{.struct_size = sizeof(idn_zone_t), .polygon = {corner, 4}},
                                      {.struct_size = 40, .polygon = {corner, 4}}};
  static const idn_zone_t sizeless = {.polygon = {corner, 4}};
  static const idn_zone_t action = {.struct_size = sizeof(idn_zone_t), .action = 4, .polygon = {corner, 4}};
  static const idn_zone_t none = {.struct_size = sizeof(idn_zone_t), .polygon = {NULL, 4}};
  static const idn_zone_t many = {.struct_size = sizeof(idn_zone_t), .polygon = {crossed, 4}};
  static const idn_zone_t bright = {
      .struct_size = sizeof(idn_zone_t), .polygon = {corner, 4}, .most = {.g = 1.5}};
  const struct {
    idn_output_options_t output;
    int code;
    const char* word;
  } refused[] = {
      {{.speed_action = 4}, IDN_ERR_BAD_OPTION, "speed_action"},
      {{.acceleration_action = 4}, IDN_ERR_BAD_OPTION, "acceleration_action"},
      {{.picture_action = 4}, IDN_ERR_BAD_OPTION, "picture_action"},
      {{.brightness_action = UINT32_MAX}, IDN_ERR_BAD_OPTION, "brightness_action"},
      {{.dwell_action = 4}, IDN_ERR_BAD_OPTION, "dwell_action"},
      {{.allowed_action = 4}, IDN_ERR_BAD_OPTION, "allowed_action"},
      {{.allowed_action = IDN_ACTION_CLAMP, .allowed = allowed, .allowed_count = 1},
       IDN_ERR_BAD_OPTION,
       "do not clamp"},
      {{.reserved = 1}, IDN_ERR_BAD_OPTION, "reserved"},
      {{.rotate_degrees = 400}, IDN_ERR_BAD_OPTION, "rotation"},
      {{.scale = -1}, IDN_ERR_BAD_OPTION, "scale"},
      {{.offset_x = 3}, IDN_ERR_BAD_OPTION, "offset"},
      {{.balance = {.r = 2}}, IDN_ERR_BAD_OPTION, "balance"},
      {{.colour_shift = INT64_MIN}, IDN_ERR_BAD_OPTION, "shift"},
      {{.scanner_kpps = 300}, IDN_ERR_BAD_OPTION, "kpps"},
      {{.speed = -1}, IDN_ERR_BAD_OPTION, "speed"},
      {{.speed_action = IDN_ACTION_CLAMP}, IDN_ERR_BAD_OPTION, "speed"},
      {{.acceleration = -1}, IDN_ERR_BAD_OPTION, "acceleration"},
      {{.left = 0.5, .top = 1}, IDN_ERR_BAD_OPTION, "picture"},
      {{.brightness = {.b = 1.1}}, IDN_ERR_BAD_OPTION, "brightness"},
      {{.dwell_size = 0.9}, IDN_ERR_BAD_OPTION, "dwell"},
      {{.dwell_longest = -1}, IDN_ERR_BAD_OPTION, "dwell"},
      {{.dwell_share = 2}, IDN_ERR_BAD_OPTION, "dwell"},
      {{.zone_count = 1}, IDN_ERR_ARGUMENT, "NULL"},
      {{.allowed_count = 1}, IDN_ERR_ARGUMENT, "NULL"},
      {{.zones = unlike, .zone_count = 2}, IDN_ERR_STRUCT_SIZE, "different"},
      {{.zones = &sizeless, .zone_count = 1}, IDN_ERR_STRUCT_SIZE, "struct_size"},
      {{.zones = &action, .zone_count = 1}, IDN_ERR_BAD_OPTION, "action of a zone"},
      {{.zones = &none, .zone_count = 1}, IDN_ERR_BAD_OPTION, "corners"},
      {{.zones = &many, .zone_count = 1}, IDN_ERR_BAD_OPTION, "cross"},
      {{.zones = &bright, .zone_count = 1}, IDN_ERR_BAD_OPTION, "brightness"},
  };
  for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
    idn_output_options_t output = refused[i].output;
    output.struct_size = sizeof output;
    check_refused(engine, &output, refused[i].code, refused[i].word);
  }
  const idn_output_options_t output = {0};
  check_refused(engine, &output, IDN_ERR_STRUCT_SIZE, "struct_size");
}

int main(void) {
  open_receiver();
  idn_engine_t* engine = NULL;
  CHECK(idn_engine_create(NULL, &engine) == IDN_OK);
  test_limits(engine);
  test_counting(engine);
  test_orientation_and_balance(engine);
  test_preview(engine);
  test_refusals(engine);
  CHECK(idn_engine_destroy(engine) == IDN_OK);
  CHECK(idn_receiver_close(record.receiver) == IDN_OK);
  return check_result();
}
