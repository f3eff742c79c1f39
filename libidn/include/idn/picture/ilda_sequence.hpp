// SPDX-License-Identifier: MIT
#pragma once

#include "idn/ilda/reader.hpp"
#include "idn/picture/sequence.hpp"

namespace idn::picture {

/// The frames of .ild files one after the other.
/// Threads: one owner. Real-time: no (heap).
class IldaSequence final : public Sequence {
 public:
  /// @param files played in this order
  explicit IldaSequence(std::vector<ilda::File> files);
  IldaSequence(const IldaSequence&) = delete;  // a copy's readers would refer to the files of the original
  IldaSequence& operator=(const IldaSequence&) = delete;

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  std::uint64_t samples() const override;

 private:
  std::vector<ilda::File> files_;
  std::vector<ilda::Reader> readers_;
  std::size_t current_ = 0;
  ilda::Frame frame_;
};

}  // namespace idn::picture
