// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "idn_parser/samples/source_option.hpp"

namespace idn::parser {

struct Options {
  std::string file;
  bool json = false;
  std::string html;     ///< where to; empty: nowhere
  std::string samples;  ///< where to; empty: nowhere
  std::vector<stream::SourceOptions> sources;
  std::uint16_t port = kIdnPort;
};

/// What the command line asks for, or the exit code of a program that is done with it: --help, --version and
/// mistakes, which are explained in one line.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

}  // namespace idn::parser
