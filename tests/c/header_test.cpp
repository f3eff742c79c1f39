// SPDX-License-Identifier: MIT
// The initialisers of idn.h in C++, and the names of its enumerations.
#include <cstdio>
#include <type_traits>

#include "idn/idn.h"

template <class Type, class... Values>
constexpr bool are(Values...) {
  return std::is_enum_v<Type> && (std::is_same_v<Type, Values> && ...);
}
static_assert(are<idn_result_t>(IDN_OK, IDN_ERR_BAD_TARGET, IDN_ERR_FULL));
static_assert(are<idn_wait_t>(IDN_WAIT_AUTO, IDN_WAIT_SPIN));
static_assert(are<idn_action_t>(IDN_ACTION_DEFAULT, IDN_ACTION_CLAMP));
static_assert(are<idn_switch_t>(IDN_SWITCH_AT_END_OF_PASS, IDN_SWITCH_NOW));
static_assert(are<idn_format_t>(IDN_FORMAT_DEFAULT, IDN_FORMAT_XYRGB));
static_assert(are<idn_unit_kind_t>(IDN_UNIT_MOVED, IDN_UNIT_AMBIGUOUS));
static_assert(are<idn_link_t>(IDN_LINK_OPENING, IDN_LINK_CLOSED));
static_assert(are<idn_event_kind_t>(IDN_EVENT_LINK, IDN_EVENT_SCANNER_LOAD));
static_assert(are<idn_limit_t>(IDN_LIMIT_PICTURE, IDN_LIMIT_DWELL));
static_assert(are<idn_grant_t>(IDN_GRANT_NOT_ASKED, IDN_GRANT_REFUSED));

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
