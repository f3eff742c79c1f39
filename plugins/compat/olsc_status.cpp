// SPDX-License-Identifier: MIT
#include "plugins/compat/olsc_status.hpp"

#include <algorithm>
#include <cctype>

namespace idn::plugins::compat {
namespace {

bool is_same_name(std::string_view name, std::string_view lower_case) noexcept {
  return std::ranges::equal(name, lower_case, [](unsigned char a, char b) { return std::tolower(a) == b; });
}

}  // namespace

OlscReturns olsc_returns(std::string_view module) noexcept {
  const std::string_view file = module.substr(module.find_last_of("/\\") + 1);
  return is_same_name(file.substr(0, file.find('.')), "olsd") ? OlscReturns::Status : OlscReturns::Result;
}

/// What is not there is odd for both kinds of hosts, so that none of them writes.
OlscAnswer olsc_answer(CardState state, OlscReturns returns) noexcept {
  if (state == CardState::NotThere)
    return {.result = returns == OlscReturns::Status ? kOlscInvalid : kOlscFailed, .status = kOlscError};
  const OlscStatus status = state == CardState::Ready ? kOlscEmpty : kOlscFull;
  return {.result = returns == OlscReturns::Status ? static_cast<int>(status) : kOlscSuccess, .status = status};
}

}  // namespace idn::plugins::compat
