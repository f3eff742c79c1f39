// SPDX-License-Identifier: MIT
#pragma once

#include <rapidcheck.h>

#include <iostream>
#include <sstream>
#include <utility>

#include "support/catch.hpp"

namespace idn::test {

/// Checks a property with a hundred generated cases. The seed is printed; RC_PARAMS="seed=..." repeats a run,
/// RC_PARAMS="max_success=10000" makes a longer one.
template <class Property>
void holds(Property&& property) {
  std::cout << "seed=" + std::to_string(rc::detail::configuration().testParams.seed) + "\n";
  const auto result = rc::detail::checkTestable(std::forward<Property>(property));
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  INFO(message.str());
  CHECK(result.template is<rc::detail::SuccessResult>());
}

}  // namespace idn::test
