// SPDX-License-Identifier: MIT
#include "idn_parser/report/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/skew.hpp"
#include "cli/timing_json.hpp"
#include "idn_parser/input/time_order.hpp"
#include "idn_parser/report/observations.hpp"
#include "idn_parser/report/phrases.hpp"
#include "idn_parser/table/names.hpp"

namespace idn::parser {
namespace {

/// Counts of packets per kind of command; requests and responses are added up.
std::string command_groups(const Traffic::Commands& commands) {
  using enum wire::Command;
  std::uint64_t remaining = 0;
  for (const auto& [command, count] : commands) remaining += count;
  const auto take = [&](std::initializer_list<wire::Command> members) {
    std::uint64_t sum = 0;
    for (const auto member : members)
      if (const auto found = commands.find(member); found != commands.end()) sum += found->second;
    remaining -= sum;
    return sum;
  };
  return CountList()
      .add(take({RtMessage, RtMessageAckRequest, RtClose, RtCloseAckRequest, RtAbort}), "real-time",
           "real-time")
      .add(take({RtAcknowledge}), "acknowledge", "acknowledges")
      .add(take({ScanRequest, ScanResponse}), "scan", "scan")
      .add(take({ServiceMapRequest, ServiceMapResponse}), "service map", "service map")
      .add(take({PingRequest, PingResponse}), "ping", "ping")
      .add(take({GroupRequest, GroupResponse}), "client group", "client group")
      .add(remaining, "other", "other")
      .text();
}

std::string capture_problems(const capture::CaptureInfo& capture) {
  return CountList()
      .add(capture.truncated_packets, "packet cut short by the capture", "packets cut short by the capture")
      .add(capture.bad_headers, "packet with contradicting headers", "packets with contradicting headers")
      .add(capture.without_length, "datagram that states no possible length",
           "datagrams that state no possible length")
      .add(capture.truncated_headers, "packet without its UDP header", "packets without their UDP header")
      .text();
}

std::optional<std::string> rate_text(const StreamFacts& stream) {
  constexpr std::size_t kMostListed = 3;
  const auto mean = stream.samples_per_second;
  if (!mean) return std::nullopt;
  const auto& rates = stream.sample_rates;
  if (rates.size() < 2) return fmt::format("{:.0f} samples/s", *mean);
  if (rates.size() <= kMostListed) return fmt::format("{:.0f} samples/s", fmt::join(rates, " and "));
  const auto [least, most] = std::ranges::minmax(rates);
  return fmt::format("{:.0f} to {:.0f} samples/s ({:.0f} on average)", least, most, *mean);
}

std::string format_line(const StreamFacts& stream) {
  std::string text = stream.mode;
  if (stream.service_id) text += fmt::format(", service {}", *stream.service_id);
  if (const auto rate = rate_text(stream)) text += ", " + *rate;
  if (stream.octets_per_sample) text += fmt::format(", {} octets each", *stream.octets_per_sample);
  if (!stream.sample_layout.empty()) text += fmt::format(" ({})", stream.sample_layout);
  return text;
}

/// "40.00 a second, largest gap 25.000 ms at 1.000000 s"
std::string update_text(const Report& report, const cli::DmxMeter& dmx) {
  const auto rate = dmx.updates_per_second();
  if (!rate) return {};
  return fmt::format(": {:.2f} a second, largest gap {} {}", *rate, short_time(dmx.largest_gap()),
                     PositionText(report.capture)(dmx.largest_gap_end().time_since_epoch()));
}

std::string dmx_line(const Report& report, const StreamFacts& stream) {
  const auto& dmx = *stream.dmx;
  std::string text = fmt::format("{} carry {} of {} in {:.3f} s{}",
                                 counted(stream.counts.other_chunks, "datagram", "datagrams"),
                                 counted(dmx.updates(), "update", "updates"), cli::slots_text(dmx),
                                 in_seconds(dmx.span()), update_text(report, dmx));
  if (dmx.other_packets() > 0)
    text += fmt::format("; {} of another start code than 0", counted(dmx.other_packets(), "packet", "packets"));
  return text;
}

/// "levels at the end: 255 (0 to 255), 12 and 500 more": of the first slots.
std::string level_line(const cli::DmxMeter& dmx) {
  constexpr std::size_t kMostListed = 32;
  std::string text;
  std::size_t listed = 0;
  for (const auto& [base, count] : dmx.ranges())
    for (std::size_t i = base; i < base + count && listed < kMostListed; ++i, ++listed) {
      const auto& [last, min, max] = dmx.slot(i);
      text += fmt::format("{}{}", text.empty() ? "" : ", ", last);
      if (min != max) text += fmt::format(" ({} to {})", min, max);
    }
  if (dmx.used() > listed) text += fmt::format(" and {} more", dmx.used() - listed);
  return "levels at the end, with their range where they changed: " + text;
}

std::string size_line(const Report& report, const StreamFacts& stream) {
  const auto& summary = stream.summary;
  if (!stream.has_samples()) return stream.dmx ? dmx_line(report, stream) : "no datagram carries samples";
  const auto& sizes = stream.counts.payload_octets;
  const auto octets =
      sizes.min == sizes.max ? fmt::format("{}", sizes.min) : fmt::format("{} to {}", sizes.min, sizes.max);
  const auto samples = summary.samples == 0 && stream.counts.unknown_samples > 0
                           ? std::string("unknown samples")
                           : fmt::format("{} samples", summary.samples);
  return fmt::format("{} datagrams of {} octets carry {} in {:.3f} s", summary.datagrams, octets, samples,
                     in_seconds(summary.measured));
}

std::string order_line(const ConnectionCounts& counts, bool is_shared) {
  std::string text = fmt::format("{} lost, {} duplicated, {} late, {} malformed", counts.numbers.lost,
                                 counts.numbers.duplicates, counts.numbers.late, counts.malformed);
  if (is_shared) text += " (of the connection, all channels)";
  return text;
}

std::string events_line(const StreamFacts& stream, const ConnectionCounts& connection) {
  return CountList()
      .add(stream.counts.configurations, "configuration", "configurations")
      .add(stream.counts.frames, "frame", "frames")
      .add(stream.counts.sequel_fragments, "sequel fragment", "sequel fragments")
      .add(stream.counts.empty_chunks, "empty chunk", "empty chunks")
      .add(stream.counts.other_chunks, "chunk without laser samples", "chunks without laser samples")
      .add(connection.surplus, "datagram with surplus octets", "datagrams with surplus octets")
      .add(connection.keepalives, "keepalive", "keepalives")
      .add(stream.counts.channel_closes, "channel close", "channel closes")
      .add(connection.closes, "session close", "session closes")
      .add(connection.aborts, "abort", "aborts")
      .add(connection.acknowledge_requests, "acknowledge requested", "acknowledges requested")
      .add(connection.acknowledges, "acknowledge seen", "acknowledges seen")
      .text();
}

void append(std::vector<std::string>& lines, std::vector<std::string> more) {
  lines.insert(lines.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string link_line(const LinkReport& link) {
  const auto figures =
      link.c_inst && link.ts_df
          ? fmt::format("burst C_inst {:.3f} packets, delay factor TS-DF {:.3f} us", *link.c_inst,
                        link.ts_df->count())
          : std::string("not told, since several clocks stamped the arrivals or theirs was set");
  return fmt::format("{} streams to {} together: {}", link.streams, address_text(link.server), figures);
}

/// The figures of a link with one stream are those of the stream.
std::vector<std::string> link_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const LinkReport& link : report.links) {
    if (link.streams < 2) continue;
    if (lines.size() < kStreamsShown) lines.push_back(link_line(link));
  }
  return lines;
}

}  // namespace

std::string address_text(const Endpoint& endpoint) {
  const std::string text = to_string(endpoint);
  return text.substr(0, text.rfind(':'));
}

std::string title_of(const Report& report, const StreamFacts& stream) {
  const auto& key = report.connections[stream.connection].key;
  return fmt::format("{}, channel {}", to_string(key), stream.channel);
}

std::string key_of(const Report& report, const StreamFacts& stream) {
  return fmt::format("group {}, channel {}", report.connections[stream.connection].key.client_group,
                     stream.channel);
}

std::span<const StreamFacts> streams_shown(const Report& report) {
  return std::span(report.streams).first(std::min(report.streams.size(), kStreamsShown));
}

std::string streams_hidden(const Report& report) {
  if (report.streams.size() <= kStreamsShown) return {};
  return fmt::format("{} of {} streams are shown; --json has all of them", kStreamsShown,
                     report.streams.size());
}

std::vector<std::string> capture_lines(const Report& report) {
  const auto& capture = report.capture;
  std::vector<std::string> lines;
  lines.push_back(
      fmt::format("{} packets in {:.3f} s, {}", capture.packets, in_seconds(capture.span), capture.link_name));
  if (capture.first_time) lines.push_back("first packet " + cli::utc(*capture.first_time));
  const auto& traffic = report.traffic;
  lines.push_back(fmt::format("{} IDN datagrams on port {}{}{}", traffic.datagrams, traffic.port,
                              traffic.commands.empty() ? "" : ": ", command_groups(traffic.commands)));
  if (const auto errors = capture_problems(capture); !errors.empty()) lines.push_back(errors);
  if (report.sorted_packets > 0)
    lines.push_back(fmt::format("{} by time, up to {} ms back: the file was not in order",
                                counted(report.sorted_packets, "packet sorted", "packets sorted"),
                                TimeOrder::kWindow / std::chrono::milliseconds(1)));
  append(lines, capture_observations(capture));
  append(lines, link_lines(report));
  if (report.skew && !report.skew->is_empty()) lines.push_back("skew: " + cli::skew_text(*report.skew));
  return lines;
}

std::vector<std::string> stream_lines(const Report& report, const StreamFacts& stream) {
  const auto& counts = report.connections[stream.connection].counts;
  const auto channels = std::ranges::count(report.streams, stream.connection, &StreamFacts::connection);
  std::vector<std::string> lines{format_line(stream), size_line(report, stream),
                                 order_line(counts, channels > 1)};
  if (const auto events = events_line(stream, counts); !events.empty()) lines.push_back(events);
  if (stream.dmx && stream.dmx->used() > 0) lines.push_back(level_line(*stream.dmx));
  if (stream.audio) lines.push_back(cli::audio_text(*stream.audio));
  append(lines, connection_observations(report, report.connections[stream.connection]));
  append(lines, stream_observations(report, stream));
  return lines;
}

}  // namespace idn::parser
