// SPDX-License-Identifier: MIT
#include "bench/codec/formats.hpp"

#include <fmt/core.h>

#include <cstring>

namespace idn::bench {

std::string name_of(const std::string& what, wire::SampleFormat format) {
  return fmt::format("{} {}", what, to_string(format));
}

void add_copy(Stopwatch& watch, const std::string& name, std::size_t octets) {
  watch.add(name, [from = std::vector<std::byte>(octets), to = std::vector<std::byte>(octets)]() mutable {
    std::memcpy(to.data(), from.data(), from.size());
    keep(to.data());
  });
}

}  // namespace idn::bench
