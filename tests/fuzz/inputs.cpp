// SPDX-License-Identifier: MIT
#include "fuzz/inputs.hpp"

#include <algorithm>

#include "fuzz/sequence.hpp"
#include "support/hex.hpp"

namespace idn::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> octets_of(const fs::path& file) {
  const auto octets = test::binary_file(file.string());
  if (file.extension() != ".hex") return octets;
  return test::from_hex({reinterpret_cast<const char*>(octets.data()), octets.size()});
}

/// One sequence of all inputs, from one source, about 1 ms apart.
Input joined(const std::vector<Input>& inputs) {
  constexpr std::array kControl{std::byte{0}, std::byte{7}};
  Input all{"joined", {}};
  for (const Input& input : inputs) {
    if (!all.octets.empty()) {
      all.octets.insert(all.octets.end(), Sequence::kSeparator.begin(), Sequence::kSeparator.end());
      all.octets.insert(all.octets.end(), kControl.begin(), kControl.end());
    }
    all.octets.insert(all.octets.end(), input.octets.begin(), input.octets.end());
  }
  return all;
}

}  // namespace

std::vector<Input> inputs_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Input> inputs;
  for (const auto& file : files) inputs.push_back({file.filename().string(), octets_of(file)});
  const bool is_story = !files.empty() && files.front().extension() == ".hex";
  if (is_story) inputs.push_back(joined(inputs));
  return inputs;
}

}  // namespace idn::fuzz
