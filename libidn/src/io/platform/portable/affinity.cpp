// SPDX-License-Identifier: MIT
#include "io/platform/affinity.hpp"

#include "idn/io/send/realtime.hpp"

namespace idn::io {

std::vector<unsigned> usable_processors() {
  return {};
}

namespace platform {

struct Affinity::State {};
Affinity::Affinity() = default;
Affinity::~Affinity() = default;

std::error_code Affinity::bind(const std::vector<unsigned>&) noexcept {
  return std::make_error_code(std::errc::not_supported);
}

}  // namespace platform
}  // namespace idn::io
