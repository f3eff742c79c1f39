// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Seed inputs: the committed corpus and the golden vectors.
namespace idn::fuzz {

struct Input {
  std::string name;
  std::vector<std::byte> octets;
};

/// The files of a folder, sorted by name; hex text is converted to octets. For a folder of hex files, which in
/// this order are a whole session, one more input is added: all of them as one sequence.
std::vector<Input> inputs_in(const std::filesystem::path& folder);

}  // namespace idn::fuzz
