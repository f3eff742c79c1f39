// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "cli/capture.hpp"
#include "cli/failure.hpp"
#include "viewer/model/source/client_receivers.hpp"
#include "viewer/model/source/open_file.hpp"
#include "viewer/model/source/unit_names.hpp"

namespace idn::viewer {
namespace {

/// What is kept in memory at most: minutes of a stream, some 700 MB.
constexpr std::size_t kMaxSamples = std::size_t{32} << 20;  ///< of all streams
constexpr std::size_t kMaxChunks = std::size_t{1} << 20;    ///< of each
/// Reading ends before a time line would begin to forget.
constexpr TimelineLimits kBeyond{.samples = 2 * kMaxSamples, .chunks = 2 * kMaxChunks};

struct Tally {
  std::uint64_t datagrams = 0;  ///< to the port
  std::uint64_t cut = 0;        ///< of these, not whole in the capture
  TimePoint end;
  bool is_full = false;
};

capture::DatagramReader open_reader(const std::string& path) try {
  return cli::open_captures({&path, 1});
} catch (const cli::Failure& failure) {
  throw cli::Failure(failure.code(), fmt::format("{} (an .ild file starts with \"ILDA\")", failure.what()));
}

void take(const capture::UdpDatagram& datagram, TimePoint now, ClientReceivers& bank, Tally& tally) {
  ++tally.datagrams;
  if (datagram.payload.size() != datagram.length)
    ++tally.cut;
  else
    bank.on_datagram(datagram.payload, datagram.source, datagram.destination, now);
}

bool is_full(const Recording& recording) {
  std::size_t kept = 0;
  for (const auto& stream : recording.streams()) {
    kept += stream->timeline.kept();
    if (stream->timeline.chunks().size() > kMaxChunks) return true;
  }
  return kept > kMaxSamples;
}

/// Times of a capture may step back; the receivers' time does not.
Tally replay(capture::DatagramReader& reader, std::uint16_t port, ClientReceivers& bank, UnitNames& names,
             const Recording& recording) {
  Tally tally;
  std::optional<Duration> zero;
  while (const auto* const datagram = reader.next()) {
    if (!zero) zero = datagram->moment.time;
    tally.end = std::max(tally.end, TimePoint(datagram->moment.time - *zero));
    bank.on_deadline(tally.end);
    if (datagram->content.destination.port == port) take(datagram->content, tally.end, bank, tally);
    if (datagram->content.source.port == port) names.take(datagram->content.payload, datagram->content.source);
    tally.is_full = is_full(recording);
    if (tally.is_full) break;
  }
  return tally;
}

[[noreturn]] void refuse_without_stream(const std::string& path, const Tally& tally, std::uint16_t port,
                                        const capture::CaptureInfo& facts) {
  const std::string seen =
      tally.datagrams == 0
          ? fmt::format("no datagram to UDP port {} in {} packets; choose another with --port", port,
                        facts.packets)
          : fmt::format(
                "{} IDN datagrams, but no laser samples; capture from the start of the stream, whole packets "
                "(tcpdump -s 0)",
                tally.datagrams);
  throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path, seen));
}

void add_notes(Recording& recording, const Tally& tally, const ClientReceivers& bank,
               const capture::FileInfo& file) {
  auto& notes = recording.notes;
  for (const auto& damage : file.damages)
    notes.push_back(
        fmt::format("the capture is damaged after packet {}: {}", damage.behind_packet, damage.cause));
  if (tally.cut > 0) notes.push_back(fmt::format("{} datagrams skipped: the capture cut them", tally.cut));
  if (bank.refused() + recording.refused() > 0)
    notes.push_back("more streams than can be shown; the first ones are");
  if (tally.is_full)
    notes.push_back(fmt::format("only the first {:.1f} s are shown, a longer capture does not fit into memory",
                                in_seconds(tally.end.time_since_epoch())));
}

}  // namespace

Recording open_capture(const std::string& path, const FileOptions& options) {
  capture::DatagramReader reader = open_reader(path);
  Recording recording({.timeline = kBeyond});
  ClientReceivers bank("idn_viewer", {}, [&](const StreamEvent& event) { recording.apply(event); });
  UnitNames names;
  const Tally tally = replay(reader, options.port, bank, names, recording);
  recording.extend(tally.end);
  recording.end_at(tally.end);
  names.apply_to(recording);
  const auto facts = reader.facts();
  if (recording.samples() == 0) refuse_without_stream(path, tally, options.port, facts);
  add_notes(recording, tally, bank, facts.files.front());
  return recording;
}

}  // namespace idn::viewer
