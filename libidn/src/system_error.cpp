// SPDX-License-Identifier: MIT
#include "idn/system_error.hpp"

namespace idn {

std::string to_string(const SystemError& error) {
  return error.explanation.empty() ? error.code.message() : error.explanation;
}

}  // namespace idn
