// SPDX-License-Identifier: MIT
#include "idn/system_error.hpp"

#include "idn/export.hpp"

namespace idn {

IDN_EXPORT std::string to_string(const SystemError& error) {
  return error.explanation.empty() ? error.code.message() : error.explanation;
}

}  // namespace idn
