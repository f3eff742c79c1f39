// SPDX-License-Identifier: MIT
#include "idn_server/recorder/pcap_file.hpp"

#include <pcap/pcap.h>

#include <cerrno>
#include <filesystem>

namespace idn::server {
namespace {

constexpr std::uint64_t kFileHeader = 24;
constexpr std::uint32_t kRecordHeader = 16;
constexpr int kMaxPacket = 65535;

std::error_code last_error() {
  return {errno, std::generic_category()};
}

}  // namespace

/// libpcap writes through a buffer that is emptied between packets only, so that a full disk can be told from a
/// packet that is half written.
PcapFile::PcapFile(const std::string& path) : path_(path), buffer_(kBuffer) {
  file_ = std::fopen(path.c_str(), "wb");
  if (file_ == nullptr) throw std::system_error(last_error());
  std::setvbuf(file_, buffer_.data(), _IOFBF, buffer_.size());
  format_ = pcap_open_dead_with_tstamp_precision(DLT_RAW, kMaxPacket, PCAP_TSTAMP_PRECISION_NANO);
  dumper_ = format_ == nullptr ? nullptr : pcap_dump_fopen(format_, file_);
  if (dumper_ == nullptr) {
    std::fclose(file_);
    if (format_ != nullptr) pcap_close(format_);
    throw std::bad_alloc();
  }
  size_ = kFileHeader;
}

PcapFile::~PcapFile() {
  close();
  pcap_close(format_);
}

void PcapFile::write(Duration at, ConstBytes packet) {
  const auto record = static_cast<std::uint32_t>(kRecordHeader + packet.size());
  if (size_ - flushed_ + record > kBuffer) flush();
  if (dumper_ == nullptr) return;
  const auto seconds = std::chrono::floor<std::chrono::seconds>(at);
  pcap_pkthdr header{};
  header.ts.tv_sec = static_cast<decltype(header.ts.tv_sec)>(seconds.count());
  header.ts.tv_usec = static_cast<decltype(header.ts.tv_usec)>((at - seconds).count());
  header.caplen = header.len = static_cast<bpf_u_int32>(packet.size());
  pcap_dump(reinterpret_cast<u_char*>(dumper_), &header, reinterpret_cast<const u_char*>(packet.data()));
  unflushed_.push_back(record);
  size_ += record;
  ++packets_;
}

void PcapFile::flush() {
  if (dumper_ == nullptr) return;
  errno = 0;
  if (pcap_dump_flush(dumper_) != 0 || std::ferror(file_) != 0) return fail(last_error());
  flushed_ = size_;
  unflushed_.clear();
}

void PcapFile::close() {
  flush();
  if (dumper_ == nullptr) return;
  pcap_dump_close(dumper_);
  dumper_ = nullptr;
}

/// Closing first: what the standard library still tries to write comes before the cut.
void PcapFile::fail(std::error_code cause) {
  fault_ = cause ? cause : std::make_error_code(std::errc::io_error);
  pcap_dump_close(dumper_);
  dumper_ = nullptr;
  cut_back();
}

void PcapFile::cut_back() {
  std::error_code error;
  const std::uint64_t present = std::filesystem::file_size(path_, error);
  const std::uint64_t written = error ? 0 : present;
  size_ = flushed_;
  packets_ -= unflushed_.size();
  if (size_ == 0 && written >= kFileHeader) size_ = kFileHeader;
  for (const std::uint32_t record : unflushed_) {
    if (size_ + record > written) break;
    size_ += record;
    ++packets_;
  }
  // A device or a pipe cannot be cut, nor does it keep anything.
  if (written > size_) std::filesystem::resize_file(path_, size_, error);
}

}  // namespace idn::server
