// SPDX-License-Identifier: MIT
// A program compiled with an older header, whose structs were shorter, that runs with this library.
#include "idn/idn.h"

#include <stddef.h>

#include "c/projector.h"

static int64_t fill(void* user, const idn_request_t* request, idn_sample_t* room, size_t capacity) {
  atomic_llong* left = user;
  CHECK(request->struct_size >= sizeof *request);
  const long long wanted = atomic_load(left);
  const size_t count = wanted < (long long)capacity ? (size_t)wanted : capacity;
  light(room, count);
  atomic_fetch_sub(left, (long long)count);
  return (int64_t)count;
}

/// Waits until so many lit samples have arrived. Long enough for a receiver that got no CPU time on a busy machine,
/// so that its session timed out, to get the stream again.
static int gets_lit(projector_t* projector, long long lit) {
  for (int waited = 0; waited < 3000; ++waited, pause_ms(1))
    if (atomic_load(&projector->lit) >= lit) return 1;
  return 0;
}

int main(void) {
  CHECK(IDN_INTERFACE_MAJOR == 1 && IDN_INTERFACE_MINOR == 0);
  CHECK(strlen(idn_version()) > 0 && strlen(idn_strerror(IDN_ERR_BUSY)) > 0 && idn_now() > 0);
  projector_t projector;
  open_projector(&projector);
  const idn_engine_options_t engine_options = IDN_ENGINE_OPTIONS_INIT;
  idn_device_options_t options = IDN_DEVICE_OPTIONS_INIT;
  options.struct_size = offsetof(idn_device_options_t, output);
  options.frames = 1;  // what lies behind the struct of an older program is not read
  idn_engine_t* engine = NULL;
  idn_device_t* device = NULL;
  options.rate = 20000;
  options.latency = IDN_MILLISECONDS(30);
  options.hold = IDN_SECONDS(60);  // however slow the machine is
  CHECK(idn_engine_create(&engine_options, &engine) == IDN_OK);
  CHECK(idn_engine_drive(engine, NULL) == IDN_ERR_ARGUMENT);
  idn_device_info_t infos[2];
  CHECK(idn_engine_list(engine, infos, sizeof infos[0], 2) >= 0);
  CHECK(idn_device_open(engine, projector.target, &options, &device) == IDN_OK);
  CHECK(idn_device_retarget(device, projector.target) == IDN_OK);

  idn_sample_t samples[500];
  light(samples, 500);
  CHECK(idn_device_write(device, samples, 500, IDN_SECONDS(1)) == IDN_OK);
  CHECK(receives(&projector, 1000) && atomic_load(&projector.lit) == 0);  // not armed
  CHECK(idn_device_arm(device, 1) == IDN_OK && idn_device_blackout(device, 0) == IDN_OK);
  CHECK(idn_device_writable(device) > 0);
  int is_lit = 0;
  for (int attempt = 0; attempt < 10 && !is_lit; ++attempt) {
    const long long lit = atomic_load(&projector.lit);
    CHECK(idn_device_write(device, samples, 500, IDN_SECONDS(1)) == IDN_OK);
    is_lit = gets_lit(&projector, lit + 500);
  }
  CHECK(is_lit);
  CHECK(idn_device_stop(device) == IDN_OK);
  is_lit = 0;
  for (int attempt = 0; attempt < 10 && !is_lit; ++attempt) {
    const long long lit = atomic_load(&projector.lit);
    atomic_llong left = 700;
    CHECK(idn_device_fill(device, fill, &left) == IDN_OK);
    is_lit = gets_lit(&projector, lit + 700);
    CHECK(idn_device_stop(device) == IDN_OK);
  }
  CHECK(is_lit);
  CHECK(idn_device_abort(device) == IDN_OK);
  CHECK(idn_device_set_rate(device, 10000) == IDN_OK);
  CHECK(idn_device_show(device, samples, 500) == IDN_OK);
  CHECK(idn_device_keep(device, IDN_SECONDS(60)) == IDN_OK);
  const long long lit = atomic_load(&projector.lit);
  CHECK_EVENTUALLY(atomic_load(&projector.lit) > lit + 500);

  idn_status_t status = IDN_STATUS_INIT;
  status.struct_size = offsetof(idn_status_t, limited_picture);
  status.limited_picture = 42;  // nor written
  status.bytes = 43;
  CHECK(idn_device_status(device, &status) == IDN_OK);
  CHECK(status.limited_picture == 42 && status.bytes == 43);
  CHECK(status.struct_size == offsetof(idn_status_t, limited_picture));
  CHECK(status.rate == 10000 && status.armed == 1);
  CHECK(status.latency == IDN_MILLISECONDS(30));
  // Not by the close alone: on a busy machine the receiver's session may have timed out before the close arrives.
  CHECK(idn_device_blackout(device, 1) == IDN_OK);
  CHECK_EVENTUALLY(!atomic_load(&projector.last_is_lit));
  CHECK(idn_device_close(device, 0) == IDN_OK && idn_engine_destroy(engine) == IDN_OK);
  CHECK(idn_receiver_close(projector.receiver) == IDN_OK);
  return check_result();
}
