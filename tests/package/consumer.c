// SPDX-License-Identifier: MIT
// An external program in C: streams ten milliseconds of dark samples.
#include <idn/idn.h>
#include <stdio.h>

int main(void) {
  static const idn_sample_t samples[300];
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  idn_status_t status = IDN_STATUS_INIT;
  if (idn_engine_create(NULL, &engine) < 0 || idn_device_open(engine, "127.0.0.1", NULL, &device) < 0)
    return fprintf(stderr, "%s\n", idn_last_error()), 1;
  const int is_taken = idn_device_write(device, samples, 300, IDN_SECONDS(1)) == IDN_OK;
  if (idn_device_status(device, &status) < 0 || status.rate != 30000) return 1;
  if (idn_device_close(device, IDN_SECONDS(1)) < 0) return 1;
  return is_taken && idn_engine_destroy(engine) == IDN_OK ? 0 : 1;
}
