// SPDX-License-Identifier: MIT
#include "io/platform/power.hpp"

#include <windows.h>

namespace idn::io::platform {

bool is_on_battery() {
  SYSTEM_POWER_STATUS status;
  return GetSystemPowerStatus(&status) != 0 && status.ACLineStatus == 0;
}

}  // namespace idn::io::platform
