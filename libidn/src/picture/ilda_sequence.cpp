// SPDX-License-Identifier: MIT
#include "idn/picture/sequence.hpp"

#include <algorithm>

namespace idn::picture {

IldaSequence::IldaSequence(std::vector<ilda::File> files) : files_(std::move(files)) {
  for (const auto& file : files_) readers_.push_back(file.reader());
}

bool IldaSequence::next(std::vector<LaserSample>& picture) {
  while (current_ < readers_.size() && !readers_[current_].next(frame_)) ++current_;
  if (current_ == readers_.size()) return false;
  picture.resize(frame_.points.size());
  std::ranges::transform(frame_.points, picture.begin(), ilda::to_sample);
  return true;
}

void IldaSequence::rewind() {
  for (auto& reader : readers_) reader.rewind();
  current_ = 0;
}

std::uint64_t IldaSequence::pictures() const {
  std::uint64_t sum = 0;
  for (const auto& file : files_) sum += file.survey().frames;
  return sum;
}

std::uint64_t IldaSequence::samples() const {
  std::uint64_t sum = 0;
  for (const auto& file : files_) sum += file.survey().points;
  return sum;
}

}  // namespace idn::picture
