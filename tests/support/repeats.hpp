// SPDX-License-Identifier: MIT
#pragma once

namespace idn::test {

/// Repetitions of something that sanitizers slow down ten- to a hundredfold: `sanitized` in such a build, else
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
