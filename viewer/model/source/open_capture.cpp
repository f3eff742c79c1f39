// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>

#include "cli/capture.hpp"
#include "cli/failure.hpp"
#include "idn/wire/channel_message.hpp"
#include "idn/wire/packet_header.hpp"
#include "viewer/model/source/client_receivers.hpp"
#include "viewer/model/source/open_file.hpp"
#include "viewer/model/source/unit_names.hpp"

namespace idn::viewer {
namespace {

constexpr std::size_t kPartChunks = std::size_t{1} << 20;  ///< of each stream
/// Limits of the time lines; larger, so that reading stops before a time line drops chunks.
constexpr TimelineLimits kTwiceTheLimits{.samples = 2 * kPartSamples, .chunks = 2 * kPartChunks};
/// A part reaches this far beyond the moment that is asked for, in any case.
constexpr Duration kLeastAfter = std::chrono::seconds(1);

struct Counts {
  std::uint64_t all = 0;        ///< of any port
  std::uint64_t datagrams = 0;  ///< to the port
  std::uint64_t cut = 0;        ///< of these, cut off by the capture
  TimePoint end;
  bool is_full = false;
  bool is_merged = false;    ///< the current datagram came in the captured packet of the one before
  bool is_entering = false;  ///< what is received now is of enter()
};

StreamEvent as_merged(StreamEvent event) {
  if (auto* const arrived = std::get_if<Arrived>(&event.what); arrived != nullptr && arrived->timing)
    arrived->timing->is_merged = true;
  return event;
}

/// Opens channels as they were where a part begins, for each client before its first message: by void messages
/// with the configuration, which have the sequence numbers before it.
class Entrance {
 public:
  explicit Entrance(std::vector<std::shared_ptr<const OpenChannel>> open) : open_(std::move(open)) {}

  void enter(const capture::UdpDatagram& first, TimePoint now, ClientReceivers& receivers) {
    ByteReader in(first.payload);
    const auto header = wire::PacketHeader::decode(in);
    if (open_.empty() || !header || !wire::is_realtime(header->command)) return;
    const auto message = wire::ChannelMessageHeader::decode(in);
    if (!message) return;
    const stream::SessionKey client{first.source, header->client_group};
    const auto is_other = [&](const auto& channel) {
      return channel->key.client != client || channel->key.unit != first.destination;
    };
    const auto mine = std::partition(open_.begin(), open_.end(), is_other);
    auto number = static_cast<std::uint16_t>(header->sequence - (open_.end() - mine));
    for (auto channel = mine; channel != open_.end(); ++channel)
      receivers.on_datagram(datagram_of(**channel, number++, message->timestamp), first.source,
                            first.destination, now);
    open_.erase(mine, open_.end());
  }

 private:
  ConstBytes datagram_of(const OpenChannel& channel, std::uint16_t number, WireMicros timestamp) {
    const std::size_t size = wire::ChannelMessageHeader::kSize + channel.config.size();
    octets_.resize(wire::PacketHeader::kSize + size);
    ByteWriter out(octets_);
    wire::PacketHeader{wire::Command::RtMessage, channel.key.client.client_group, number}.encode(out);
    wire::ChannelMessageHeader{static_cast<std::uint16_t>(size), channel.key.channel, true,
                               wire::ChunkType::Void, timestamp}
        .encode(out);
    out.write(ConstBytes(channel.config));
    return octets_;
  }

  std::vector<std::shared_ptr<const OpenChannel>> open_;
  std::vector<std::byte> octets_;
};

bool is_full(const Recording& recording, const Counts& counts) {
  std::size_t kept = 0;
  for (const auto& stream : recording.streams()) {
    kept += stream->timeline.kept();
    if (stream->timeline.chunks().size() > kPartChunks) return true;
  }
  return kept > kPartSamples || counts.all > kPartDatagrams;
}

/// Reads a part of a capture into a recording.
class PartReader {
 public:
  PartReader(const std::string& path, const FileOptions& options)
      : path_(path), port_(options.port), projectors_(options.projectors), reader_(open_reader(path)) {}

  void begin_at(const CaptureIndex& index, const CaptureIndex::Mark* mark) {
    zero_ = index.zero();
    names_ = index.names();
    for (const StreamKey& key : index.streams()) recording_.expect(key);
    if (mark == nullptr || !reader_.go_to(mark->place)) return;
    entrance_ = Entrance(mark->open);
    counts_.end = mark->time;
    // The queue of an output and the light that persists take less than a second.
    recording_.held.from = mark->time + std::chrono::seconds(1);
  }

  /// @param at see kLeastAfter
  Recording read(TimePoint at) {
    replay(at + kLeastAfter);
    recording_.extend(counts_.end);
    recording_.end_at(counts_.end);
    if (counts_.is_full) recording_.held.to = counts_.end;
    recording_.zero = zero_;
    names_.apply_to(recording_);
    name_by_address();
    if (recording_.samples() == 0 && recording_.held.is_whole()) refuse_without_stream();
    add_notes();
    return std::move(recording_);
  }

 private:
  void name_by_address() const;
  void replay(TimePoint at_least);
  void take(const capture::UdpDatagram& datagram);
  [[noreturn]] void refuse_without_stream() const;
  void add_notes();

  std::string path_;
  std::uint16_t port_;
  std::map<Endpoint, std::string> projectors_;
  capture::DatagramReader reader_;
  Recording recording_{{.timeline = kTwiceTheLimits}};
  Counts counts_;
  ClientReceivers receivers_{"idn_viewer", {}, [this](const StreamEvent& event) {
                               if (counts_.is_entering && std::holds_alternative<Arrived>(event.what)) return;
                               recording_.apply(counts_.is_merged ? as_merged(event) : event);
                             }};
  Entrance entrance_{{}};
  UnitNames names_;
  std::optional<Duration> zero_;
};

/// Passes the datagrams of the capture to receivers. If their time stamps step back, the receivers' time stays.
void PartReader::replay(TimePoint at_least) {
  while (const auto* const datagram = reader_.next()) {
    ++counts_.all;
    if (!zero_) zero_ = datagram->position.time;
    counts_.end = std::max(counts_.end, TimePoint(datagram->position.time - *zero_));
    receivers_.on_deadline(counts_.end);
    counts_.is_merged = datagram->position.part > 0;
    const auto& content = datagram->content;
    if (content.destination.port == port_) take(content);
    if (content.source.port == port_) names_.take(content.payload, content.source);
    counts_.is_full = counts_.end >= at_least && is_full(recording_, counts_);
    if (counts_.is_full) break;
  }
}

void PartReader::take(const capture::UdpDatagram& datagram) {
  ++counts_.datagrams;
  if (datagram.payload.size() != datagram.length) {
    ++counts_.cut;
    return;
  }
  counts_.is_entering = true;
  entrance_.enter(datagram, counts_.end, receivers_);
  counts_.is_entering = false;
  receivers_.on_datagram(datagram.payload, datagram.source, datagram.destination, counts_.end);
}

void PartReader::name_by_address() const {
  for (const auto& stream : recording_.streams())
    if (const auto named = projectors_.find(stream->key.unit);
        named != projectors_.end() && stream->unit_name.empty())
      stream->unit_name = named->second;
}

void PartReader::refuse_without_stream() const {
  const std::string seen =
      counts_.datagrams == 0
          ? fmt::format("no datagram to UDP port {} in {} packets; choose another with --port", port_,
                        reader_.facts().packets)
          : fmt::format(
                "{} IDN datagrams, but no laser samples; capture from the start of the stream, whole packets "
                "(tcpdump -s 0)",
                counts_.datagrams);
  throw cli::Failure(cli::kEnvironment, fmt::format("{}: {}", path_, seen));
}

void PartReader::add_notes() {
  auto& notes = recording_.notes;
  notes = damage_notes(reader_.facts().files.front().damages);
  if (counts_.cut > 0) notes.push_back(fmt::format("{} datagrams skipped: the capture cut them", counts_.cut));
  if (receivers_.refused() + recording_.refused() > 0)
    notes.push_back("more streams than can be shown; the first ones are");
  if (counts_.is_full && path_ == "-")
    notes.push_back(
        fmt::format("only the first {:.1f} s are shown; write the capture to a file, which is "
                    "shown to its end",
                    in_seconds(counts_.end.time_since_epoch())));
}

}  // namespace

std::vector<std::string> damage_notes(const std::vector<capture::Damage>& damages) {
  std::vector<std::string> notes;
  for (const auto& damage : damages)
    notes.push_back(
        fmt::format("the capture is damaged after packet {}: {}", damage.behind_packet, damage.cause));
  return notes;
}

capture::DatagramReader open_reader(const std::string& path) try {
  return cli::open_captures({&path, 1});
} catch (const cli::Failure& failure) {
  throw cli::Failure(failure.code(), fmt::format("{} (an .ild file starts with \"ILDA\")", failure.what()));
}

Recording open_capture(const std::string& path, const FileOptions& options) {
  Recording first = PartReader(path, options).read({});
  if (path == "-") first.held = {};
  return first;
}

Recording read_part(const std::string& path, const FileOptions& options, const CaptureIndex& index,
                    TimePoint at) {
  PartReader part(path, options);
  part.begin_at(index, index.mark_before(at, kPartDatagrams / 4));
  return part.read(at);
}

}  // namespace idn::viewer
