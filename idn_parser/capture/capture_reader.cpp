// SPDX-License-Identifier: MIT
#include "idn_parser/capture/capture_reader.hpp"

#include "cli/failure.hpp"
#include "idn_parser/capture/pcap_format.hpp"
#include "idn_parser/capture/pcapng_format.hpp"

namespace idn::parser {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& cause) {
  throw cli::Failure(cli::kEnvironment, path + ": " + cause);
}

bool is_gzip(ConstBytes start) {
  return start.size() >= 2 && start[0] == std::byte{0x1F} && start[1] == std::byte{0x8B};
}

std::unique_ptr<PacketFormat> format_of(const std::string& path, ByteSource& source, FileFacts& facts) {
  const ConstBytes start = source.look(PcapFormat::kHeader);
  if (!source.fault().empty()) refuse(path, source.fault() + "; give a readable pcap or pcapng file");
  if (start.empty()) refuse(path, "the file is empty; give a pcap or pcapng file");
  if (PcapngFormat::begins(start)) return std::make_unique<PcapngFormat>(source, facts);
  if (PcapFormat::begins(start) && start.size() < PcapFormat::kHeader)
    refuse(path, "cut: the file ends within its header; give a whole capture");
  if (PcapFormat::begins(start)) return std::make_unique<PcapFormat>(source, facts);
  if (is_gzip(start)) refuse(path, "compressed; run: zcat " + path + " | idn_parser -");
  refuse(path, "unknown file format; give a pcap or pcapng file, as tcpdump, dumpcap and Wireshark write them");
}

}  // namespace

CaptureReader::CaptureReader(const std::string& path)
    : source_(std::make_unique<ByteSource>(path)), facts_(std::make_unique<FileFacts>()) {
  facts_->name = path == "-" ? "standard input" : path;
  format_ = format_of(path, *source_, *facts_);
}

}  // namespace idn::parser
