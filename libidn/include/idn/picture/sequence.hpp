// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "idn/export.hpp"
#include "idn/ilda/reader.hpp"
#include "idn/sample.hpp"

namespace idn::picture {

/// A sequence of pictures: the frames of files, or a pattern.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT Sequence {
 public:
  virtual ~Sequence() = default;
  /// Replaces `picture` by the next picture, which has one sample at least. @return false at the end
  virtual bool next(std::vector<LaserSample>& picture) = 0;
  /// Restarts the sequence: next() yields the first picture again.
  virtual void rewind() = 0;
  /// Number of pictures.
  virtual std::uint64_t pictures() const = 0;
  /// Number of samples in all pictures.
  virtual std::uint64_t samples() const = 0;
};

/// A sequence of one picture.
/// Threads: one owner. Real-time: no (heap).
class SinglePicture final : public Sequence {
 public:
  /// @param picture one sample at least
  explicit SinglePicture(std::vector<LaserSample> picture) : picture_(std::move(picture)) {}

  bool next(std::vector<LaserSample>& picture) override {
    if (shown_) return false;
    picture = picture_;
    shown_ = true;
    return true;
  }
  void rewind() override { shown_ = false; }
  std::uint64_t pictures() const override { return 1; }
  std::uint64_t samples() const override { return picture_.size(); }

 private:
  std::vector<LaserSample> picture_;
  bool shown_ = false;
};

/// The frames of .ild files one after the other.
/// Threads: one owner. Real-time: no (heap).
class IDN_EXPORT IldaSequence final : public Sequence {
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
