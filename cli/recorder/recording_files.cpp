// SPDX-License-Identifier: MIT
#include "cli/recorder/recording_files.hpp"

#include <fmt/core.h>

#include <filesystem>

namespace idn::cli {

using namespace std::chrono_literals;

std::optional<SyncPolicy> parse_sync_policy(std::string_view text) {
  if (text == "never") return SyncPolicy::Never;
  if (text == "rotate") return SyncPolicy::Rotate;
  if (text == "second") return SyncPolicy::Second;
  return std::nullopt;
}

std::string numbered_path(const std::string& path, std::uint64_t number) {
  const std::filesystem::path whole(path);
  const auto name = fmt::format("{}-{:04}{}", whole.stem().string(), number, whole.extension().string());
  return (whole.parent_path() / name).string();
}

RecordingFiles::RecordingFiles(const RecordingOptions& options) : options_(options), file_(open_next()) {}

std::unique_ptr<capture::PcapWriter> RecordingFiles::open_next() {
  ++number_;
  auto file =
      capture::PcapWriter::open(options_.rotates() ? numbered_path(options_.path, number_) : options_.path);
  if (!file) throw std::system_error(file.error().system);
  return std::move(*file);
}

void RecordingFiles::write(Duration at, ConstBytes packet) {
  if (is_full(at, capture::PcapWriter::record_size(packet.size()))) rotate();
  if (fault()) return;
  if (file_->packets() == 0) begun_ = at;
  file_->write(at, packet);
}

/// A file holds at least one packet.
bool RecordingFiles::is_full(Duration at, std::size_t octets) const noexcept {
  if (file_->packets() == 0) return false;
  const bool is_large = options_.rotate_size > 0 && file_->size() + octets > options_.rotate_size;
  return is_large || (options_.rotate_every > 0ns && at - begun_ >= options_.rotate_every);
}

void RecordingFiles::rotate() try {
  end_file();
  if (fault()) return;
  auto next = open_next();
  packets_before_ += file_->packets();
  size_before_ += file_->size();
  file_ = std::move(next);
} catch (const std::system_error& error) {
  --number_;
  fault_ = error.code();
}

void RecordingFiles::flush(TimePoint now) {
  file_->flush();
  if (options_.sync != SyncPolicy::Second || now < synced_ + 1s) return;
  synced_ = now;
  sync();
}

void RecordingFiles::end_file() {
  file_->flush();
  if (options_.sync != SyncPolicy::Never) sync();
  file_->close();
}

void RecordingFiles::close() {
  end_file();
}

void RecordingFiles::sync() {
  if (const auto error = file_->sync(); error && !fault_) fault_ = error;
}

}  // namespace idn::cli
