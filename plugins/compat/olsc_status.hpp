// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "plugins/compat/card.hpp"

namespace idn::plugins::compat {

/// Results of the OLSC interface.
enum OlscResult : int { kOlscSuccess = 1, kOlscNone = 0, kOlscInvalid = -1, kOlscFailed = -2 };

/// What OLSC_GetStatus() tells of a device, bit by bit.
enum OlscStatus : std::uint32_t { kOlscFull = 1, kOlscEmpty = 2, kOlscError = 0x8000'0000 };

/// What OLSC_GetStatus() returns, which hosts disagree on.
enum class OlscReturns : std::uint8_t {
  Result,  ///< success, whatever the device says: as documented
  Status,  ///< what the device says: even where it takes a frame
};

/// By the name under which the host has loaded this library: whoever loads OLSD.dll waits for an even number,
/// everybody else for a success.
/// @param module path of any system
OlscReturns olsc_returns(std::string_view module) noexcept;

struct OlscAnswer {
  int result;
  std::uint32_t status;
};
OlscAnswer olsc_answer(CardState state, OlscReturns returns) noexcept;

}  // namespace idn::plugins::compat
