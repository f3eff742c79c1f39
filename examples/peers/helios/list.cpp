// SPDX-License-Identifier: MIT
// Lists the devices.
#include <cstdio>

#include <helios.h>

int main() {
  const int count = OpenDevices();
  for (int i = 0; i < count; ++i) {
    char name[32];
    if (GetName(static_cast<unsigned>(i), name) >= 0) std::printf("%d  %s\n", i, name);
  }
  CloseDevices();
}
