// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "idn/bytes.hpp"

/// Golden bytes as readable hex text. Lines that start with '#' are comments.
namespace idn::test {

/// Octets of hex text such as "41 00 00 64", with white space between any octets. Throws std::invalid_argument
/// on anything else.
std::vector<std::byte> from_hex(std::string_view text);

/// The octets of a file of hex text. @param relative_path below tests/vectors
std::vector<std::byte> vector_file(const std::string& relative_path);

/// The content of a file. Throws std::runtime_error if it cannot be opened.
std::vector<std::byte> binary_file(const std::string& path);

/// The folder with shared test data (real .ild files, real captures): $IDN_SHARED_DIR, or that of the build.
/// Empty if it does not exist.
std::string shared_data_folder();

}  // namespace idn::test
