// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace idn::cli {

/// A file that appears when it is complete, and leaves what was there until then: its content goes to a new
/// file of the same folder, which takes the name, and the permissions of the file it replaces, on commit().
/// Devices and pipes are written as they are. Every function throws Failure, kEnvironment, with the cause.
class WholeFile {
 public:
  explicit WholeFile(const std::string& path);
  /// Without commit() the part is removed.
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> content);
  void commit();

  /// Where the content is until commit(), for another program that writes all of it.
  const std::filesystem::path& unfinished() const noexcept { return unfinished_; }

 private:
  [[noreturn]] void refuse(const std::string& cause) const;
  void remove_part() noexcept;

  std::string path_;                  ///< as the user wrote it
  std::filesystem::path real_;        ///< behind links, so that it is the file there that changes
  std::filesystem::path unfinished_;  ///< what is being written
  std::FILE* file_ = nullptr;
};

/// Everything in a file. Throws Failure, kEnvironment, that ends with the `remedy`.
std::string read_whole_file(const std::string& path, std::string_view remedy);

/// All of it at once.
void write_whole_file(const std::string& path, std::span<const std::byte> content);

}  // namespace idn::cli
