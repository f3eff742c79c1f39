// SPDX-License-Identifier: MIT
// The initialisers of idn.h in C++.
#include <cstdio>

#include "idn/idn.h"

int main() {
  const idn_engine_options_t engine = IDN_ENGINE_OPTIONS_INIT;
  const idn_device_options_t device = IDN_DEVICE_OPTIONS_INIT;
  const idn_output_options_t output = IDN_OUTPUT_OPTIONS_INIT;
  const idn_zone_t zone = IDN_ZONE_INIT;
  const idn_receiver_options_t receiver = IDN_RECEIVER_OPTIONS_INIT;
  const idn_status_t status = IDN_STATUS_INIT;
  const idn_event_t event = IDN_EVENT_INIT;
  const idn_engine_status_t engine_status = IDN_ENGINE_STATUS_INIT;
  const bool set = event.struct_size == sizeof(event) && engine_status.struct_size == sizeof(engine_status) &&
                   engine.struct_size == sizeof(engine) && device.struct_size == sizeof(device) &&
                   output.struct_size == sizeof(output) && zone.struct_size == sizeof(zone) &&
                   receiver.struct_size == sizeof(receiver) && status.struct_size == sizeof(status);
  std::printf("libidn %s\n", idn_version());
  return set && IDN_SECONDS(1) == 1'000'000'000 ? 0 : 1;
}
