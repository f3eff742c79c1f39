// SPDX-License-Identifier: MIT
#pragma once

namespace idn::test {

/// How often a test does what sanitizers slow down ten- to a hundredfold: `sanitized` times under one, else
/// `plain`.
template <class Count>
constexpr Count repeats([[maybe_unused]] Count plain, [[maybe_unused]] Count sanitized) {
#ifdef IDN_SANITIZED
  return sanitized;
#else
  return plain;
#endif
}

}  // namespace idn::test
