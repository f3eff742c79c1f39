// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Inputs that are known before any fuzzing: the committed corpus and the golden vectors.
namespace idn::fuzz {

struct Input {
  std::string name;
  std::vector<std::byte> octets;
};

/// The files of a folder by name, hex text as octets. A folder of hex files, which tell a story in the order of
/// their names, yields one more input: all of them as one sequence.
std::vector<Input> inputs_in(const std::filesystem::path& folder);

}  // namespace idn::fuzz
