// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace idn::cli {

/// A file that is written atomically: the content goes to a temporary file in the same folder, with the
/// permissions of the file to be replaced; commit() renames it. Until then an existing file stays as it is.
/// Devices and pipes are written directly. Constructor, write() and commit() throw Failure (kEnvironment).
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  /// Removes the temporary file unless commit() was called.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> content);
  void commit();

  /// The temporary file, for another program that writes the whole content.
  const std::filesystem::path& temporary_path() const noexcept { return temporary_path_; }

 private:
  [[noreturn]] void refuse(const std::string& cause) const;
  void remove_temporary() noexcept;

  std::string path_;                      ///< as the user wrote it, for messages
  std::filesystem::path resolved_path_;   ///< links resolved, so that the file is replaced and not a link to it
  std::filesystem::path temporary_path_;  ///< of devices and pipes `resolved_path_`
  std::FILE* file_ = nullptr;
};

/// Reads a whole file. Throws Failure (kEnvironment), whose message ends with `remedy`.
std::string read_whole_file(const std::string& path, std::string_view remedy);

/// Writes an AtomicFile in one call.
void write_file_atomically(const std::string& path, std::span<const std::byte> content);

}  // namespace idn::cli
