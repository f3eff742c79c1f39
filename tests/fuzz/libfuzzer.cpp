// SPDX-License-Identifier: MIT
#include "fuzz/target.hpp"

namespace idn::fuzz {

void IDN_FUZZ_RUN(ConstBytes input);

}  // namespace idn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  idn::fuzz::IDN_FUZZ_RUN(std::as_bytes(std::span(data, size)));
  return 0;
}
