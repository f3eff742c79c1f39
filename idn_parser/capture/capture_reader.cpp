// SPDX-License-Identifier: MIT
#include "idn_parser/capture/capture_reader.hpp"

#include <fmt/format.h>
#include <pcap/pcap.h>

#include <array>
#include <chrono>

#include "cli/failure.hpp"

namespace idn::parser {
namespace {

std::optional<LinkType> link_type_of(int datalink) {
  switch (datalink) {
    case DLT_EN10MB:
      return LinkType::Ethernet;
    case DLT_RAW:
    case DLT_IPV4:
    case DLT_IPV6:
      return LinkType::RawIp;
    case DLT_LINUX_SLL:
      return LinkType::LinuxCooked;
    case DLT_LINUX_SLL2:
      return LinkType::LinuxCooked2;
    case DLT_NULL:
    case DLT_LOOP:
      return LinkType::Loopback;
    default:
      return std::nullopt;
  }
}

pcap_t* open_offline(const std::string& path) {
  std::array<char, PCAP_ERRBUF_SIZE> reason{};
  pcap_t* handle =
      pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, reason.data());
  if (handle) return handle;
  std::string cause(reason.data());
  if (!cause.starts_with(path)) cause = path + ": " + cause;
  throw cli::Failure(cli::kEnvironment,
                     cause + "; give a readable pcap or pcapng file, or - for standard input");
}

std::optional<Duration> time_of(const timeval& stamp) {
  constexpr std::int64_t kLatestSecond = (std::int64_t{1} << 62) / 1'000'000'000;
  if (stamp.tv_sec < 0 || stamp.tv_sec >= kLatestSecond) return std::nullopt;
  if (stamp.tv_usec < 0 || stamp.tv_usec >= 1'000'000'000) return std::nullopt;
  return std::chrono::seconds(stamp.tv_sec) + Duration(stamp.tv_usec);
}

}  // namespace

void CaptureReader::Close::operator()(pcap* handle) const noexcept {
  pcap_close(handle);
}

CaptureReader::CaptureReader(const std::string& path) : handle_(open_offline(path)) {
  const auto type = link_type_of(pcap_datalink(handle_.get()));
  if (!type)
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("{}: link type {} is not supported; capture on Ethernet, loopback or any",
                                   path, link_name()));
  link_type_ = *type;
}

std::optional<Packet> CaptureReader::next() {
  pcap_pkthdr* header = nullptr;
  const u_char* data = nullptr;
  for (;;) {
    const int outcome = pcap_next_ex(handle_.get(), &header, &data);
    if (outcome == PCAP_ERROR) damage_ = pcap_geterr(handle_.get());
    if (outcome != 1) return std::nullopt;
    if (const auto time = time_of(header->ts))
      return Packet{*time, std::as_bytes(std::span(data, header->caplen)), header->len};
    ++untimed_;
  }
}

std::string CaptureReader::link_name() const {
  const int datalink = pcap_datalink(handle_.get());
  const char* description = pcap_datalink_val_to_description(datalink);
  return description ? description : fmt::format("number {}", datalink);
}

}  // namespace idn::parser
