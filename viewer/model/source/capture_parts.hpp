// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "viewer/model/source/open_file.hpp"

namespace idn::viewer {

/// A file of any length, of which the part around one moment is in memory. Every function throws cli::Failure.
/// Threads: one owner.
class CaptureParts {
 public:
  /// Reads the first part.
  CaptureParts(const std::string& path, const FileOptions& options);

  /// The part read last; it has held.contains(at) after at(at), unless the source ends before.
  const Recording& part() const noexcept { return part_; }
  /// The part around `at`, read if it is not the one in memory.
  const Recording& at(TimePoint at);

  TimePoint begin() const noexcept { return begin_; }
  /// Reads on until the end of the file is known.
  TimePoint end();
  /// Whether `at` is not after the end; reads on only as far as needed.
  bool reaches(TimePoint at);
  /// Reads up to `datagrams` further to know where later parts begin. @return false at the end of the file
  bool index_on(std::size_t datagrams);
  /// As far as it is known.
  TimePoint known_end() const noexcept;
  /// What is wrong with the file as far as it was read.
  std::vector<std::string> notes() const;

 private:
  std::string path_;
  FileOptions options_;
  Recording part_;
  TimePoint begin_;
  std::optional<CaptureIndex> index_;  ///< empty: the first part is all
};

}  // namespace idn::viewer
