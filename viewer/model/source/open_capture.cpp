// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/capture.hpp"
#include "cli/failure.hpp"
#include "viewer/model/source/client_receivers.hpp"
#include "viewer/model/source/open_file.hpp"
#include "viewer/model/source/unit_names.hpp"

namespace idn::viewer {
namespace {

/// Memory limit: minutes of a stream, about 700 MB.
constexpr std::size_t kMaxSamples = std::size_t{32} << 20;  ///< of all streams
constexpr std::size_t kMaxChunks = std::size_t{1} << 20;    ///< of each
/// Limits of the time lines; larger, so that reading stops before a time line drops chunks.
constexpr TimelineLimits kTwiceTheLimits{.samples = 2 * kMaxSamples, .chunks = 2 * kMaxChunks};

struct Counts {
  std::uint64_t datagrams = 0;  ///< to the port
  std::uint64_t cut = 0;        ///< of these, cut off by the capture
  TimePoint end;
  bool is_full = false;
  bool is_merged = false;  ///< the current datagram came in the captured packet of the one before
};

StreamEvent as_merged(StreamEvent event) {
  if (auto* const arrived = std::get_if<Arrived>(&event.what); arrived != nullptr && arrived->timing)
    arrived->timing->is_merged = true;
  return event;
}

capture::DatagramReader open_reader(const std::string& path) try {
  return cli::open_captures({&path, 1});
} catch (const cli::Failure& failure) {
  throw cli::Failure(failure.code(), fmt::format("{} (an .ild file starts with \"ILDA\")", failure.what()));
}

void take(const capture::UdpDatagram& datagram, TimePoint now, ClientReceivers& receivers, Counts& counts) {
  ++counts.datagrams;
  if (datagram.payload.size() != datagram.length)
    ++counts.cut;
  else
    receivers.on_datagram(datagram.payload, datagram.source, datagram.destination, now);
}

bool is_full(const Recording& recording) {
  std::size_t kept = 0;
  for (const auto& stream : recording.streams()) {
    kept += stream->timeline.kept();
    if (stream->timeline.chunks().size() > kMaxChunks) return true;
  }
  return kept > kMaxSamples;
}

/// Passes the datagrams of the capture to receivers. If their time stamps step back, the receivers' time stays.
void replay(capture::DatagramReader& reader, std::uint16_t port, ClientReceivers& receivers, UnitNames& names,
            const Recording& recording, Counts& counts) {
  std::optional<Duration> zero;
  while (const auto* const datagram = reader.next()) {
    if (!zero) zero = datagram->position.time;
    counts.end = std::max(counts.end, TimePoint(datagram->position.time - *zero));
    receivers.on_deadline(counts.end);
    counts.is_merged = datagram->position.part > 0;
    if (datagram->content.destination.port == port) take(datagram->content, counts.end, receivers, counts);
    if (datagram->content.source.port == port) names.take(datagram->content.payload, datagram->content.source);
    counts.is_full = is_full(recording);
    if (counts.is_full) break;
  }
}

[[noreturn]] void refuse_without_stream(const std::string& path, const Counts& counts, std::uint16_t port,
                                        const capture::CaptureInfo& facts) {
  const std::string seen =
      counts.datagrams == 0
          ? fmt::format("no datagram to UDP port {} in {} packets; choose another with --port", port,
                        facts.packets)
          : fmt::format(
                "{} IDN datagrams, but no laser samples; capture from the start of the stream, whole packets "
                "(tcpdump -s 0)",
                counts.datagrams);
  throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path, seen));
}

void add_notes(Recording& recording, const Counts& counts, const ClientReceivers& receivers,
               const capture::FileInfo& file) {
  auto& notes = recording.notes;
  for (const auto& damage : file.damages)
    notes.push_back(
        fmt::format("the capture is damaged after packet {}: {}", damage.behind_packet, damage.cause));
  if (counts.cut > 0) notes.push_back(fmt::format("{} datagrams skipped: the capture cut them", counts.cut));
  if (receivers.refused() + recording.refused() > 0)
    notes.push_back("more streams than can be shown; the first ones are");
  if (counts.is_full)
    notes.push_back(fmt::format("only the first {:.1f} s are shown, a longer capture does not fit into memory",
                                in_seconds(counts.end.time_since_epoch())));
}

}  // namespace

Recording open_capture(const std::string& path, const FileOptions& options) {
  capture::DatagramReader reader = open_reader(path);
  Recording recording({.timeline = kTwiceTheLimits});
  Counts counts;
  ClientReceivers receivers("idn_viewer", {}, [&](const StreamEvent& event) {
    recording.apply(counts.is_merged ? as_merged(event) : event);
  });
  UnitNames names;
  replay(reader, options.port, receivers, names, recording, counts);
  recording.extend(counts.end);
  recording.end_at(counts.end);
  names.apply_to(recording);
  const auto facts = reader.facts();
  if (recording.samples() == 0) refuse_without_stream(path, counts, options.port, facts);
  add_notes(recording, counts, receivers, facts.files.front());
  return recording;
}

}  // namespace idn::viewer
