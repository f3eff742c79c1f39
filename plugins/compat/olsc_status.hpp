// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "plugins/compat/card.hpp"

namespace idn::plugins::compat {

/// Results of the OLSC interface.
enum OlscResult : int { kOlscSuccess = 1, kOlscNone = 0, kOlscInvalid = -1, kOlscFailed = -2 };

/// Bits of the device status that OLSC_GetStatus() reports.
enum OlscStatus : std::uint32_t { kOlscFull = 1, kOlscEmpty = 2, kOlscError = 0x8000'0000 };

/// Return value of OLSC_GetStatus(), on which hosts disagree.
enum class OlscReturnStyle : std::uint8_t {
  Result,  ///< kOlscSuccess, whatever the status: as documented
  Status,  ///< the status, which is even when the device accepts a frame
};

/// Chosen by the file name of this library: hosts that load OLSD.dll wait for an even number, all others for
/// kOlscSuccess.
/// @param module path of the library, by the conventions of any system
OlscReturnStyle olsc_return_style(std::string_view module) noexcept;

/// As olsc_return_style(): signed for hosts that load OLSC_Easylase.dll or OLSC_EzAudDac.dll.
OlscUnits olsc_units(std::string_view module) noexcept;

/// Return value and output parameter of OLSC_GetStatus().
struct OlscAnswer {
  int result;
  std::uint32_t status;
};
OlscAnswer olsc_answer(CardState state, OlscReturnStyle style) noexcept;

}  // namespace idn::plugins::compat
