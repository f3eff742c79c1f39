// SPDX-License-Identifier: MIT
// A green circle for one second. Usage: circle CARD
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <ether_dream.h>

int main(int argc, char** argv) {
  const int card = argc > 1 ? std::atoi(argv[1]) : 0;
  if (EtherDreamGetCardNum() < 1 || !EtherDreamOpenDevice(&card)) return 1;
  EAD_Pnt circle[1000] = {};
  for (int i = 0; i < 1000; ++i) {
    const double angle = 2 * std::numbers::pi * i / 1000;
    circle[i].X = static_cast<int16_t>(20'000 * std::cos(angle));
    circle[i].Y = static_cast<int16_t>(20'000 * std::sin(angle));
    circle[i].G = circle[i].I = 32'767;
  }
  if (!EtherDreamWriteFrame(&card, circle, sizeof circle, 30'000, 30)) return 1;
  while (EtherDreamGetStatus(&card) != 1) continue;
  EtherDreamStop(&card);
  EtherDreamClose();
}
