// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace idn::test {

/// The programs under test.
inline const std::string kSender = IDN_SENDER;
inline const std::string kServer = IDN_SERVER;
inline const std::string kParser = IDN_PARSER;

}  // namespace idn::test
