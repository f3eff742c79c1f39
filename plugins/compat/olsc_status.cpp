// SPDX-License-Identifier: MIT
#include "plugins/compat/olsc_status.hpp"

#include <algorithm>
#include <cctype>

namespace idn::plugins::compat {
namespace {

/// Whether the file name of the library is `lower_case` and an extension.
bool is_named(std::string_view module, std::string_view lower_case) noexcept {
  const std::string_view file = module.substr(module.find_last_of("/\\") + 1);
  return std::ranges::equal(file.substr(0, file.find('.')), lower_case,
                            [](unsigned char a, char b) { return std::tolower(a) == b; });
}

}  // namespace

OlscReturnStyle olsc_return_style(std::string_view module) noexcept {
  return is_named(module, "olsd") ? OlscReturnStyle::Status : OlscReturnStyle::Result;
}

OlscUnits olsc_units(std::string_view module) noexcept {
  return is_named(module, "olsc_easylase") || is_named(module, "olsc_ezauddac") ? OlscUnits::Signed
                                                                                : OlscUnits::Unsigned;
}

/// For a missing device the results keep both kinds of hosts from writing: kOlscInvalid is odd, kOlscFailed is
/// no success.
OlscAnswer olsc_answer(CardState state, OlscReturnStyle style) noexcept {
  if (state == CardState::Missing)
    return {.result = style == OlscReturnStyle::Status ? kOlscInvalid : kOlscFailed, .status = kOlscError};
  const OlscStatus status = state == CardState::Ready ? kOlscEmpty : kOlscFull;
  return {.result = style == OlscReturnStyle::Status ? static_cast<int>(status) : kOlscSuccess,
          .status = status};
}

}  // namespace idn::plugins::compat
