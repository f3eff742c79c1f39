// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "idn/bytes.hpp"

/// Golden bytes as readable hex text. Lines that start with '#' are comments.
namespace idn::test {

/// Octets of hex text such as "41 00 00 64"; white space is free. Throws std::invalid_argument on anything
/// else.
std::vector<std::byte> from_hex(std::string_view text);

/// A file of such text, below tests/vectors.
std::vector<std::byte> vector_file(const std::string& relative_path);

/// A whole file as it is.
std::vector<std::byte> binary_file(const std::string& path);

/// The folder with shared test data (real .ild files, real captures), or an empty string where it is absent.
std::string shared_data_folder();

}  // namespace idn::test
