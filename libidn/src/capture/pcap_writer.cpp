// SPDX-License-Identifier: MIT
#include "idn/capture/pcap_writer.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "capture/platform/sync_file.hpp"

namespace idn::capture {
namespace {

/// Readers accept either byte order and recognise it by the magic number; this is the order of this machine.
constexpr std::uint32_t kMagicOfNanoseconds = 0xA1B23C4D;
constexpr std::array<std::uint16_t, 2> kVersion{2, 4};
constexpr std::uint32_t kMaxPacket = 65535;
constexpr std::uint32_t kLinkTypeRaw = 101;  ///< begins with the IP header
constexpr std::array<std::uint32_t, 6> kFileHeader{
    kMagicOfNanoseconds, std::bit_cast<std::uint32_t>(kVersion), 0, 0, kMaxPacket, kLinkTypeRaw};

/// Seconds, nanoseconds, octets in the file, octets of the packet.
using RecordHeader = std::array<std::uint32_t, 4>;
static_assert(PcapWriter::record_size(0) == sizeof(RecordHeader));

std::error_code last_error() {
  return {errno, std::generic_category()};
}

}  // namespace

SystemResult<std::unique_ptr<PcapWriter>> PcapWriter::open(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return tl::unexpected(last_error());
  return std::unique_ptr<PcapWriter>(new PcapWriter(path, file));
}

/// The buffer is emptied between packets only, so that a full disk can be distinguished from a packet that is
/// half written.
PcapWriter::PcapWriter(const std::string& path, std::FILE* file) : path_(path), buffer_(kBuffer), file_(file) {
  std::setvbuf(file_, buffer_.data(), _IOFBF, buffer_.size());
  unflushed_.reserve(kBuffer / record_size(0));
  put(std::as_bytes(std::span(kFileHeader)));
}

PcapWriter::~PcapWriter() {
  close();
}

void PcapWriter::write(Duration at, ConstBytes packet) {
  const std::size_t record = record_size(packet.size());
  if (size_ - flushed_ + record > kBuffer) flush();
  if (file_ == nullptr) return;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
  const auto length = static_cast<std::uint32_t>(packet.size());
  const RecordHeader header{static_cast<std::uint32_t>(seconds.count()),
                            static_cast<std::uint32_t>((at - seconds).count()), length, length};
  put(std::as_bytes(std::span(header)));
  put(packet);
  unflushed_.push_back(static_cast<std::uint32_t>(record));
  ++packets_;
}

/// Whether it succeeds shows when the buffer is emptied.
void PcapWriter::put(ConstBytes octets) {
  std::fwrite(octets.data(), 1, octets.size(), file_);
  size_ += octets.size();
}

void PcapWriter::flush() {
  if (file_ == nullptr) return;
  errno = 0;
  if (std::fflush(file_) != 0 || std::ferror(file_) != 0) return fail(last_error());
  flushed_ = size_;
  unflushed_.clear();
}

std::error_code PcapWriter::sync() noexcept {
  return file_ == nullptr ? std::error_code() : sync_to_disk(file_);
}

void PcapWriter::close() {
  flush();
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
}

/// Closing first: what the standard library still tries to write comes before the cut.
void PcapWriter::fail(std::error_code cause) {
  fault_ = cause ? cause : std::make_error_code(std::errc::io_error);
  std::fclose(std::exchange(file_, nullptr));
  cut_back();
}

void PcapWriter::cut_back() {
  std::error_code error;
  const std::uint64_t present = std::filesystem::file_size(path_, error);
  const std::uint64_t written = error ? 0 : present;
  size_ = flushed_;
  packets_ -= unflushed_.size();
  if (size_ == 0 && written >= sizeof kFileHeader) size_ = sizeof kFileHeader;
  for (const std::uint32_t record : unflushed_) {
    if (size_ + record > written) break;
    size_ += record;
    ++packets_;
  }
  // A device or a pipe cannot be cut, nor does it keep anything.
  if (written > size_) std::filesystem::resize_file(path_, size_, error);
}

}  // namespace idn::capture
