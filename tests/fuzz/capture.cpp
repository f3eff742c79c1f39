// SPDX-License-Identifier: MIT
// idn_parser, from a capture file to the complete reports. Input: a pcap or pcapng file.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "cli/failure.hpp"
#include "fuzz/target.hpp"
#include "idn/endpoint.hpp"
#include "idn_parser/analyse.hpp"
#include "idn_parser/report/first_page.hpp"
#include "idn_parser/report/html.hpp"
#include "idn_parser/report/json.hpp"
#include "idn_parser/report/text.hpp"

namespace idn::fuzz {
namespace {

/// A file in memory (memfd), reused for every input.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("capture", 0)) { require(descriptor_ >= 0); }

  void assign(ConstBytes octets) {
    require(ftruncate(descriptor_, 0) == 0);
    require(pwrite(descriptor_, octets.data(), octets.size(), 0) == static_cast<ssize_t>(octets.size()));
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void check_report(const parser::Report& report) {
  require(report.capture.packets >= report.traffic.datagrams);
  require(report.connections.size() <= parser::Traffic::kMaxConnections);
  for (const auto& stream : report.streams) {
    require(stream.connection < report.connections.size());
    require(stream.offsets_over_time.points().size() <= parser::TimeSeries::kMaxPoints);
    require(stream.media_gaps.total >= stream.media_gaps.largest);
    if (stream.playback) require(stream.playback->totals.received.count() >= 0);
  }
  require(!to_text(report).empty());
  require(!first_page_text(report).empty());
  require(!to_json(report).empty());
  require(!to_html(report).empty());
}

}  // namespace

void run_capture(ConstBytes input) {
  static MemoryFile file;
  file.assign(input);
  try {
    check_report(parser::analyse({.files = {file.path()}, .playback = parser::PlaybackOptions{}}));
  } catch (const cli::Failure&) {
    // Not a capture, or an unknown link type: idn_parser prints a message.
  }
}

}  // namespace idn::fuzz
