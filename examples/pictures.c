// SPDX-License-Identifier: MIT
// Pictures from a loop of 60 per second that is late now and then. Usage: example_c_pictures TARGET
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#include "idn/idn.h"

/// A square that grows and shrinks: 41 samples along each side.
static void draw_square(int frame, idn_sample_t points[164]) {
  const int corner[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  const int size = 10000 + 100 * abs(frame % 120 - 60);
  for (int i = 0; i < 164; ++i) {
    const int *from = corner[i / 41], *to = corner[i / 41 + 1], along = i % 41;
    points[i] = (idn_sample_t){.x = (int16_t)(size * (from[0] * (40 - along) + to[0] * along) / 40),
                               .y = (int16_t)(size * (from[1] * (40 - along) + to[1] * along) / 40),
                               .r = 0xFFFF};
  }
}

int main(int argc, char** argv) {
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  const idn_device_options_t options = {.struct_size = sizeof options, .hold = IDN_MILLISECONDS(300)};
  if (idn_engine_create(NULL, &engine) < 0 ||
      idn_device_open(engine, argc > 1 ? argv[1] : "127.0.0.1", &options, &device) < 0)
    return fprintf(stderr, "%s\n", idn_last_error()), 1;
  idn_device_arm(device, 1);
  for (int frame = 0; frame < 120; ++frame) {
    idn_sample_t square[164];
    draw_square(frame, square);
    if (idn_device_show(device, square, 164) < 0) return 1;
    const int pause = frame % 60 == 59 ? 200 : 16;  // ms: the picture stays meanwhile
    thrd_sleep(&(struct timespec){.tv_nsec = IDN_MILLISECONDS(pause)}, NULL);
  }
  idn_device_close(device, 0);
  idn_engine_destroy(engine);
}
