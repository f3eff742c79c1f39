// SPDX-License-Identifier: MIT
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  idn::fuzz::run(std::as_bytes(std::span(data, size)));
  return 0;
}
