// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace idn::sender::doctor {

/// Files with the state of the kernel: /proc, /sys. Paths are absolute.
class MachineFiles {
 public:
  /// `root`: the folder that has them, such as /host in a container.
  explicit MachineFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  /// The beginning of the file, at most 64 KiB, without white space at its end. Nothing where it cannot be
  /// read.
  std::optional<std::string> read(const std::string& path) const;
  /// A whole number, alone in the file.
  std::optional<long long> number(const std::string& path) const;
  /// Names in the folder, shorter ones first, so that cpu9 is before cpu10; of equal length in alphabetical
  /// order. None where it cannot be read.
  std::vector<std::string> names(const std::string& folder) const;
  bool has(const std::string& path) const;

  /// The path with `root` in front.
  std::filesystem::path real(const std::string& path) const;

 private:
  std::filesystem::path root_;
};

}  // namespace idn::sender::doctor
