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

/// All fields are written in the byte order of this machine; readers recognise it by this number.
constexpr std::uint32_t kMagicOfNanoseconds = 0xA1B23C4D;
constexpr std::array<std::uint16_t, 2> kVersion{2, 4};
constexpr std::uint32_t kMaxPacket = 65535;
constexpr std::uint32_t kLinkTypeRaw = 101;  ///< begins with the IP header
constexpr std::array<std::uint32_t, 6> kFileHeader{
    kMagicOfNanoseconds, std::bit_cast<std::uint32_t>(kVersion), 0, 0, kMaxPacket, kLinkTypeRaw};

/// Seconds, nanoseconds, octets captured, octets of the packet on the wire.
using RecordHeader = std::array<std::uint32_t, 4>;
static_assert(PcapWriter::record_size(0) == sizeof(RecordHeader));

std::error_code last_error() {
  return {errno, std::generic_category()};
}

}  // namespace

Result<std::unique_ptr<PcapWriter>> PcapWriter::open(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return idn::fail(last_error());
  return std::unique_ptr<PcapWriter>(new PcapWriter(path, file));
}

/// write() calls flush() before the buffer of `file` could overflow, so that the C library never writes by
/// itself, in the middle of a packet: errors appear in flush() only, which knows the packets of the buffer.
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

/// Only fills the buffer; errors appear in flush().
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

/// Closes the file before it is truncated, since fclose() tries to write what is left in the buffer.
void PcapWriter::fail(std::error_code cause) {
  fault_ = cause ? cause : std::make_error_code(std::errc::io_error);
  std::fclose(std::exchange(file_, nullptr));
  truncate_to_whole_packets();
}

void PcapWriter::truncate_to_whole_packets() {
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
  // The error is ignored: devices and pipes cannot be truncated, and need not be.
  if (written > size_) std::filesystem::resize_file(path_, size_, error);
}

}  // namespace idn::capture
