// SPDX-License-Identifier: MIT
// A green circle for one second, as samples. Usage: example_c_circle TARGET
#include <math.h>
#include <stdio.h>

#include "idn/idn.h"

int main(int argc, char** argv) {
  const char* target = argc > 1 ? argv[1] : "127.0.0.1";
  idn_sample_t circle[1000] = {{0}};
  for (int i = 0; i < 1000; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 1000;
    circle[i].x = (int16_t)(20000 * cos(angle));
    circle[i].y = (int16_t)(20000 * sin(angle));
    circle[i].g = 0xFFFF;
  }

  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  const idn_device_options_t options = {.struct_size = sizeof options, .rate = 30000};
  if (idn_engine_create(NULL, &engine) < 0 || idn_device_open(engine, target, &options, &device) < 0)
    return fprintf(stderr, "%s\n", idn_last_error()), 1;
  idn_device_arm(device, 1);
  for (int turn = 0; turn < 30; ++turn)
    if (idn_device_write(device, circle, 1000, IDN_SECONDS(1)) != IDN_OK) return 1;
  idn_device_close(device, IDN_SECONDS(1));
  idn_engine_destroy(engine);
}
