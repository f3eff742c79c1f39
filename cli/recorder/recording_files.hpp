// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "idn/capture/pcap_writer.hpp"

namespace idn::cli {

/// When to call fsync, so that data survives a power failure. What has been handed to the operating system
/// survives the end of this program in any case.
enum class SyncPolicy : std::uint8_t {
  Never,   ///< left to the operating system
  Rotate,  ///< each file at its end
  Second,  ///< each second
};

/// "never", "rotate" or "second". Nothing for other text.
std::optional<SyncPolicy> parse_sync_policy(std::string_view text);

struct RecordingOptions {
  static constexpr std::uint64_t kSmallestRotation = 100'000;

  std::string path;               ///< empty: no recording
  std::uint64_t rotate_size = 0;  ///< octets after which the next file begins; 0 for none
  Duration rotate_every{};        ///< likewise by time, that of the packets
  SyncPolicy sync = SyncPolicy::Never;

  bool rotates() const noexcept { return rotate_size > 0 || rotate_every > Duration{}; }
};

/// "show-0001.pcap" for "show.pcap".
std::string numbered_path(const std::string& path, std::uint64_t number);

/// A recording in one file, or in numbered ones that follow each other. After an error nothing more is
/// written.
class RecordingFiles {
 public:
  /// Overwrites existing files.
  /// @throws std::system_error when the first one cannot be created
  explicit RecordingFiles(const RecordingOptions& options);

  /// @param at since 1970
  void write(Duration at, ConstBytes packet);
  /// Hands everything to the operating system and, as the policy says, to the disk.
  void flush(TimePoint now);
  void close();

  std::error_code fault() const noexcept { return fault_ ? fault_ : file_->fault(); }
  std::uint64_t packets() const noexcept { return packets_before_ + file_->packets(); }
  std::uint64_t size() const noexcept { return size_before_ + file_->size(); }
  std::uint64_t files() const noexcept { return number_; }

 private:
  std::unique_ptr<capture::PcapWriter> open_next();
  bool is_full(Duration at, std::size_t octets) const noexcept;
  void rotate();
  void end_file();
  void sync();

  RecordingOptions options_;
  std::uint64_t number_ = 0;
  std::unique_ptr<capture::PcapWriter> file_;
  std::error_code fault_;
  Duration begun_{};  ///< time of the first packet in the file
  TimePoint synced_ = TimePoint::min();
  std::uint64_t packets_before_ = 0;  ///< in earlier files
  std::uint64_t size_before_ = 0;
};

}  // namespace idn::cli
