// SPDX-License-Identifier: MIT
// Lists the projectors of the network.
#include <cstdio>

#include "idn/idn.hpp"

int main() {
  for (const auto& found : idn::Devices().list())
    std::printf("%s  %s\n", found.target.c_str(), found.unit_name.c_str());
}
