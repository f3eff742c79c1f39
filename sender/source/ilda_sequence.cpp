// SPDX-License-Identifier: MIT
#include "sender/source/ilda_sequence.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "cli/failure.hpp"

namespace idn::sender {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path, reason));
}

std::vector<std::byte> read_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse(path, "is a folder; name the .ild files in it");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) refuse(path, fmt::format("{}; check the name and the permissions", std::strerror(errno)));
  // The size as a hint only: pipes have none. Reserved exactly, since the file stays in memory for the whole
  // show.
  std::vector<std::byte> octets;
  const auto size = std::filesystem::file_size(path, error);
  if (!error) octets.reserve(size);
  std::array<std::byte, 65536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get()))
    octets.insert(octets.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  if (std::ferror(file.get())) refuse(path, std::strerror(errno));
  return octets;
}

}  // namespace

IldaFile load_ilda(const std::string& path) {
  auto octets = read_file(path);
  if (octets.empty()) refuse(path, "is empty; an .ild file starts with \"ILDA\"");
  const auto survey = ilda::survey(octets);
  if (!survey) refuse(path, fmt::format("{}; convert it to .ild first", to_string(survey.error().code)));
  return {path, std::move(octets), *survey};
}

IldaSequence::IldaSequence(std::vector<IldaFile> files) : files_(std::move(files)) {
  for (const auto& file : files_) readers_.push_back(ilda::Reader::open(file.octets).value());
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
  for (const auto& file : files_) sum += file.survey.frames;
  return sum;
}

std::uint64_t IldaSequence::samples() const {
  std::uint64_t sum = 0;
  for (const auto& file : files_) sum += file.survey.points;
  return sum;
}

}  // namespace idn::sender
