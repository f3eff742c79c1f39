// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "idn/ilda/reader.hpp"
#include "idn/ilda/survey.hpp"

namespace idn::ilda {

/// An .ild file in memory, with its survey.
/// Threads: several may read it at once. Real-time: no (heap).
class File {
 public:
  /// @return Errc::NotIlda when the file does not start with a section, for example when it is empty.
  static FormatResult<File> open(std::vector<std::byte> octets);

  /// Counts and properties of the file.
  const Survey& survey() const noexcept { return survey_; }
  /// A new reader at the first frame. It refers to the octets of this object, which must outlive it; moving
  /// this object is allowed.
  Reader reader() const noexcept { return *Reader::open(octets_); }

 private:
  File(std::vector<std::byte> octets, const Survey& survey) noexcept
      : octets_(std::move(octets)), survey_(survey) {}

  std::vector<std::byte> octets_;
  Survey survey_;
};

}  // namespace idn::ilda
