// SPDX-License-Identifier: MIT
#include "idn/wire/scan.hpp"

namespace idn::wire {

std::string to_string(const UnitId& id) {
  if (!id.is_valid()) return "invalid";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (std::size_t i = 1; i <= id.octets[0]; ++i) {
    if (i == 2) text += '-';
    text += kDigits[id.octets[i] >> 4];
    text += kDigits[id.octets[i] & 0xF];
  }
  return text;
}

}  // namespace idn::wire
