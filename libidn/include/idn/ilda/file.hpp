// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "idn/ilda/reader.hpp"
#include "idn/ilda/survey.hpp"

namespace idn::ilda {

/// A file in memory, with what is in it.
/// Threads: several may read it at once. Real-time: no (heap).
class File {
 public:
  /// @return Errc::NotIlda when it does not start with a section, as an empty file does not.
  static Result<File> open(std::vector<std::byte> octets);

  /// What is in it.
  const Survey& survey() const noexcept { return survey_; }
  /// At the first frame. A view: the file outlives it, but may be moved.
  Reader reader() const noexcept { return *Reader::open(octets_); }

 private:
  File(std::vector<std::byte> octets, const Survey& survey) noexcept
      : octets_(std::move(octets)), survey_(survey) {}

  std::vector<std::byte> octets_;
  Survey survey_;
};

}  // namespace idn::ilda
