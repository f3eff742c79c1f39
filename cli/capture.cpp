// SPDX-License-Identifier: MIT
#include "cli/capture.hpp"

#include "cli/failure.hpp"
#include "cli/standard_streams.hpp"

namespace idn::cli {
namespace {

[[noreturn]] void refuse_capture(const std::string& path, const std::string& cause) {
  throw Failure(kEnvironment, path + ": " + cause);
}

capture::ByteSource open_source(const std::string& path) {
  if (path == "-") return capture::ByteSource(binary_input());
  auto source = capture::ByteSource::open(path);
  if (!source)
    refuse_capture(
        path, to_string(source.error()) + "; give a readable pcap or pcapng file, or - for standard input");
  return std::move(*source);
}

std::string cause_of(const Error& error, const std::string& path) {
  switch (error.code) {
    case Errc::Truncated:
      return error.offset == 0 ? "the file is empty; give a pcap or pcapng file"
                               : "cut: the file ends within its header; give a whole capture";
    case Errc::Compressed:
      return "compressed; run: zcat " + path + " | idn_parser -";
    default:
      return "unknown file format; give a pcap or pcapng file, as tcpdump, dumpcap and Wireshark write them";
  }
}

capture::Reader open_capture(const std::string& path) {
  capture::ByteSource source = open_source(path);
  source.look(1);
  if (const auto fault = source.fault())
    refuse_capture(path, fault.message() + "; give a readable pcap or pcapng file");
  auto reader = capture::Reader::open(std::move(source), path == "-" ? "standard input" : path);
  if (!reader) refuse_capture(path, cause_of(reader.error(), path));
  return std::move(*reader);
}

}  // namespace

capture::DatagramReader open_captures(std::span<const std::string> files) {
  std::vector<capture::Reader> readers;
  readers.reserve(files.size());
  for (const auto& file : files) readers.push_back(open_capture(file));
  return capture::DatagramReader(std::move(readers));
}

}  // namespace idn::cli
