// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/ilda/reader.hpp"
#include "idn/ilda/survey.hpp"
#include "sender/source/picture_player.hpp"

namespace idn::sender {

/// An .ild file in memory, with what is in it.
struct IldaFile {
  std::string path;
  std::vector<std::byte> octets;
  ilda::Survey survey;
};

/// Throws cli::Failure where the file cannot be read or is not an .ild file.
IldaFile load_ilda(const std::string& path);

/// The frames of files one after the other.
class IldaSequence final : public PictureSequence {
 public:
  /// Every file has at least one frame.
  explicit IldaSequence(std::vector<IldaFile> files);
  IldaSequence(const IldaSequence&) = delete;  // the readers look into the files
  IldaSequence& operator=(const IldaSequence&) = delete;

  bool next(std::vector<LaserSample>& picture) override;
  void rewind() override;
  std::uint64_t pictures() const override;
  std::uint64_t samples() const override;

 private:
  std::vector<IldaFile> files_;
  std::vector<ilda::Reader> readers_;
  std::size_t current_ = 0;
  ilda::Frame frame_;
};

}  // namespace idn::sender
