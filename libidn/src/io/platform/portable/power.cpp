// SPDX-License-Identifier: MIT
#include "io/platform/power.hpp"

namespace idn::io::platform {

bool is_on_battery() {
  return false;
}

}  // namespace idn::io::platform
