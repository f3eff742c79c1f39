// SPDX-License-Identifier: MIT
#include "idn_parser/report/observations.hpp"

#include <algorithm>

#include "idn/dscp.hpp"
#include "idn_parser/report/phrases.hpp"

namespace idn::parser {
namespace {

using Lines = std::vector<std::string>;

template <class Event, class Text>
std::string first_of(const BoundedEventLog<Event>& log, Text text_of) {
  return first_few(log.first(), log.count(), text_of);
}

std::string damage_line(const capture::Damage& damage) {
  const auto lost = damage.skipped ? fmt::format("{} octets passed over", *damage.skipped) : "the rest is lost";
  return fmt::format("{} after packet {}, at octet {}, {}", damage.cause, damage.behind_packet, damage.offset,
                     lost);
}

std::string_view text_of(capture::ReassemblyFailure::Cause cause) {
  switch (cause) {
    case capture::ReassemblyFailure::Cause::Incomplete:
      return "incomplete";
    case capture::ReassemblyFailure::Cause::Contradicting:
      return "overlapping or contradicting fragments";
    case capture::ReassemblyFailure::Cause::NoRoom:
      break;
  }
  return "dropped to make room for others";
}

void add_merged_packets(const capture::CaptureInfo& capture, Lines& lines) {
  if (capture.merged_packets == 0) return;
  lines.push_back(fmt::format("segmentation offload: {} {} that share an arrival",
                              counted(capture.merged_packets, "packet holds", "packets hold"),
                              counted(capture.merged_datagrams, "datagram", "datagrams")));
}

void add_fragments(const capture::CaptureInfo& capture, Lines& lines) {
  const auto& fragments = capture.fragments;
  if (fragments.fragments == 0) return;
  lines.push_back(
      fmt::format("{} {}", counted(fragments.fragments, "IP fragment makes", "IP fragments make"),
                  CountList()
                      .add(fragments.datagrams, "datagram", "datagrams")
                      .add(fragments.broken.count(), "broken datagram", "broken datagrams")
                      .add(fragments.out_of_order, "fragment out of order", "fragments out of order")
                      .add(fragments.repeated, "fragment repeated", "fragments repeated")
                      .text()));
  const PositionText moment(capture);
  if (fragments.broken.count() > 0)
    lines.push_back("broken: " + first_of(fragments.broken, [&](const capture::ReassemblyFailure& broken) {
                      return fmt::format("{} to {} {}, {}", to_string(broken.source),
                                         to_string(broken.destination), moment(broken.at),
                                         text_of(broken.cause));
                    }));
}

std::string text_of(const OrderEvent& event, const PositionText& moment) {
  using enum ArrivalOrder;
  std::string what = "sequence restarts";
  if (event.step.order == Unnumbered) what = fmt::format("number {} with a new timestamp", event.sequence);
  if (event.step.order == AfterLoss) what = fmt::format("{} missing", event.step.missing);
  if (event.step.order == Late) what = fmt::format("number {} late", event.sequence);
  if (event.step.order == Duplicate) what = fmt::format("number {} repeated", event.sequence);
  return what + " " + moment(event.at);
}

template <class Name>
std::string events_text(const EventCounts& events, Name name) {
  std::string text;
  for (unsigned bit = 0; bit < events.counts().size(); ++bit)
    if (events.counts()[bit] > 0)
      text += fmt::format("{}{} {}x", text.empty() ? "" : ", ", name(bit), events.counts()[bit]);
  return text;
}

std::string range_text(const FieldRange& range) {
  return fmt::format("{} to {}, {:.1f} on average", range.min, range.max, range.mean);
}

/// "marked EF", or "marked EF 1190 times, DF 10 times".
template <class Counts, class Name>
std::string counts_text(const Counts& counts, Name name_of) {
  const bool is_one = std::ranges::count_if(counts, [](auto count) { return count > 0; }) == 1;
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + name_of(static_cast<std::uint8_t>(i));
    if (!is_one) text += " " + counted(counts[i], "time", "times");
  }
  return text;
}

/// Nothing where no datagram has a mark.
void add_marks(const Marks& marks, const PositionText& moment, Lines& lines) {
  const auto& by_dscp = marks.by_dscp();
  if (std::any_of(by_dscp.begin() + 1, by_dscp.end(), [](auto count) { return count > 0; }))
    lines.push_back("marked " + counts_text(by_dscp, dscp_name));
  if (marks.changes().count() > 0)
    lines.push_back("mark changes, by the sender or on the way: " +
                    first_of(marks.changes(), [&](const MarkChange& change) {
                      return fmt::format("{} to {} {}", dscp_name(change.from), dscp_name(change.to),
                                         moment(change.at));
                    }));
  const auto tags = counts_text(marks.by_priority(), [](std::uint8_t value) { return std::to_string(value); });
  if (!tags.empty()) lines.push_back("VLAN priority " + tags);
}

void add_acknowledges(const AcknowledgeFacts& acks, const PositionText& moment, Lines& lines) {
  if (acks.requests == 0 && acks.unasked == 0) return;
  std::string text = fmt::format("{} of {} answered", acks.answered,
                                 counted(acks.requests, "acknowledge request", "acknowledge requests"));
  if (const auto& latency = acks.latency) {
    text += " after ";
    if (latency->p50) text += short_time(*latency->p50) + " (p50), ";
    if (latency->p99) text += short_time(*latency->p99) + " (p99), ";
    text += short_time(latency->max) + " (largest)";
  }
  if (acks.unasked > 0) text += fmt::format("; {} answers without a request", acks.unasked);
  if (acks.unreadable > 0) text += fmt::format("; {} unreadable", acks.unreadable);
  lines.push_back(text);
  if (acks.link_quality.values > 0) lines.push_back("link quality reported: " + range_text(acks.link_quality));
  if (acks.latency_field.values > 0) lines.push_back("latency reported, us: " + range_text(acks.latency_field));
  const auto add_events = [&](const char* kind, const std::string& events) {
    if (!events.empty()) lines.push_back(std::string(kind) + " events reported: " + events);
  };
  add_events("input", events_text(acks.input_events, wire::input_event_name));
  add_events("pipeline", events_text(acks.pipeline_events, wire::pipeline_event_name));
  if (acks.refusals > 0)
    lines.push_back("first acknowledges with events: " +
                    first_of(acks.events, [&](const AcknowledgedEvents& e) {
                      return fmt::format("result 0x{:02X} {}", static_cast<unsigned>(e.result), moment(e.at));
                    }));
}

void add_reception(const ReceptionFacts& reception, const PositionText& moment, Lines& lines) {
  if (const auto events = events_text(reception.input_events, wire::input_event_name); !events.empty())
    lines.push_back("a receiver's input events: " + events);
  if (reception.darkness.count() > 0)
    lines.push_back("a receiver goes dark: " + first_of(reception.darkness, [&](const SessionEnd& end) {
                      return fmt::format("{} {}", to_string(end.reason), moment(end.time));
                    }));
}

void add_frames(const StreamFacts& stream, Lines& lines) {
  if (!stream.frames) return;
  const auto& frames = *stream.frames;
  std::string text = fmt::format("{} frames, one every {:.3f} us by the median step of their timestamps",
                                 frames.frames, frames.period.count());
  if (frames.most_datagrams > 1)
    text += fmt::format("; up to {} datagrams each, within {:.3f} us on average, {} at most",
                        frames.most_datagrams, frames.mean_spread.count(), short_time(frames.largest_spread));
  lines.push_back(text);
}

void add_gaps(const StreamFacts& stream, const PositionText& moment, Lines& lines) {
  const auto& media = stream.media_gaps;
  if (media.gaps.count() > 0)
    lines.push_back(fmt::format("{} in media time ({} after loss), {} in all, largest {}: {}",
                                counted(media.gaps.count(), "gap", "gaps"), media.after_loss,
                                short_time(media.total), short_time(media.largest),
                                first_of(media.gaps, [&](const MediaGap& gap) {
                                  return short_time(gap.length) + " " + moment(gap.at);
                                })));
  if (const auto rest = CountList()
                            .add(media.overlaps, "chunk overlaps in media time", "chunks overlap in media time")
                            .text();
      !rest.empty())
    lines.push_back(rest);
  const auto& configuration = stream.configuration_gaps;
  if (configuration.count() > 0)
    lines.push_back(fmt::format("{} without configuration for more than {}, largest {}: {}",
                                counted(configuration.count(), "time", "times"),
                                ConfigurationGaps::limit_text(), short_time(stream.largest_configuration_gap),
                                first_of(configuration, [&](const ConfigurationGap& gap) {
                                  return short_time(gap.length) + " " + moment(gap.at);
                                })));
}

/// "for offload (89.8 % of all offsets)"
std::string offload_text(const analysis::StreamSummary& summary) {
  const auto all = summary.excluded.all() + (summary.offsets ? summary.offsets->count : 0);
  const double share = static_cast<double>(summary.excluded.offload) / static_cast<double>(all);
  return fmt::format("for offload ({:.1f} % of all offsets)", 100 * share);
}

/// Offsets that are not measured, by cause; pauses and time axes.
void add_excluded_offsets(const StreamFacts& stream, const PositionText& moment, Lines& lines) {
  const auto& excluded = stream.summary.excluded;
  if (excluded.all() > 0) {
    const std::string for_offload = offload_text(stream.summary);
    lines.push_back(fmt::format("{} left out: {}", counted(excluded.all(), "offset", "offsets"),
                                CountList()
                                    .add(excluded.loss, "for loss", "for loss")
                                    .add(excluded.axis, "for a new time axis", "for new time axes")
                                    .add(excluded.pause, "for a pause", "for pauses")
                                    .add(excluded.offload, for_offload, for_offload)
                                    .text()));
  }
  if (stream.pauses.count() > 0)
    lines.push_back(fmt::format(
        "{} behind a dark datagram, {} in all: {}", counted(stream.pauses.count(), "pause", "pauses"),
        short_time(stream.summary.paused), first_of(stream.pauses, [&](const analysis::Pause& pause) {
          return fmt::format("{} before {}", short_time(pause.length), moment(pause.at).substr(3));
        })));
  if (stream.axes.count() > 1)
    lines.push_back(fmt::format("{}: {}", counted(stream.axes.count(), "time axis", "time axes"),
                                first_of(stream.axes, [&](const analysis::AxisSummary& axis) {
                                  return fmt::format("{} datagrams {} ({})", axis.datagrams, moment(axis.begin),
                                                     to_string(axis.cause));
                                })));
}

void add_bursts(const StreamFacts& stream, const PositionText& moment, Lines& lines) {
  const auto& bursts = stream.bursts;
  if (bursts.bursts.count() == 0) return;
  const auto causes =
      CountList()
          .add(bursts.catch_ups, "catch-up after a late datagram", "catch-ups after late datagrams")
          .add(bursts.batches, "batch", "batches")
          .add(bursts.ahead, "sent ahead", "sent ahead")
          .text();
  lines.push_back(fmt::format(
      "{}: {}; longest {} {}: {}", counted(bursts.bursts.count(), "burst", "bursts"), causes, bursts.longest,
      stream.frames ? "frames" : "datagrams", first_of(bursts.bursts, [&](const Burst& burst) {
        return fmt::format("{} in {} after {} {}", burst.datagrams, short_time(burst.length),
                           short_time(burst.offset_before), moment(burst.begin));
      })));
}

void add_ahead(const StreamFacts& stream, const PositionText& moment, Lines& lines) {
  const auto& ahead = stream.ahead;
  if (ahead.messages.count() == 0) return;
  lines.push_back(fmt::format(
      "{} ahead of {} timestamp, by the clock that the first message sets: first {}, most {} {}",
      counted(ahead.messages.count(), "message", "messages"), ahead.messages.count() == 1 ? "its" : "their",
      moment(ahead.messages.first().front().at), short_time(ahead.largest), moment(*ahead.largest_at)));
}

std::string buffer_text(const analysis::ReceiverBuffer& buffer) {
  return fmt::format("start delay {}, capacity {}", short_time(buffer.target), short_time(buffer.capacity));
}

std::string confirmation(const PlaybackFacts& playback) {
  if (!playback.is_confirmed())
    return fmt::format("not confirmed by playing: {} late, {} overruns with it", playback.smallest.late,
                       playback.smallest.overruns);
  std::string text = "confirmed by playing: nothing late, no overrun";
  if (playback.below)
    text += fmt::format("; 5 % less: {} late, {} overruns", playback.below->late, playback.below->overruns);
  return text;
}

void add_playback(const StreamFacts& stream, const PositionText& moment, Lines& lines) {
  if (!stream.playback) return;
  const auto& playback = *stream.playback;
  std::string text = fmt::format("buffer of {}", short_time(playback.options.buffer.target));
  if (playback.options.clock_error_ppb != 0)
    text += fmt::format(", clock {:+.3f} ppm", static_cast<double>(playback.options.clock_error_ppb) / 1000);
  const auto& totals = playback.totals;
  text += totals.late_chunks > 0
              ? fmt::format(", late datagrams {}",
                            playback.options.late == analysis::LateDatagramPolicy::Play ? "played" : "dropped")
              : std::string();
  lines.push_back(fmt::format("{}: {}, dark {}; {}, {} dropped", text,
                              counted(totals.underruns(), "underrun", "underruns"), short_time(totals.dark),
                              counted(totals.overruns, "overrun", "overruns"), short_time(totals.overrun)));
  if (totals.late_chunks > 0)
    lines.push_back(fmt::format("not shown since they came late: {} of {}", short_time(totals.late),
                                counted(totals.late_chunks, "chunk", "chunks")));
  if (totals.underruns() > 0)
    lines.push_back("dark: " + first_few(playback.underruns, totals.underruns(), [&](const auto& dark) {
                      return fmt::format("{} {}, {}", short_time(dark.length), moment(dark.start),
                                         to_string(dark.cause));
                    }));
  if (totals.overruns > 0)
    lines.push_back("overrun: " + first_few(playback.overruns, totals.overruns, [&](const auto& over) {
                      return short_time(over.dropped) + " dropped " + moment(over.moment);
                    }));
  if (playback.level)
    lines.push_back(fmt::format("buffer level when chunks came: {} to {}", short_time(playback.level->min),
                                short_time(playback.level->max)));
  lines.push_back(
      fmt::format("smallest buffer: {}; {}", buffer_text(playback.smallest.buffer), confirmation(playback)));
}

}  // namespace

std::vector<std::string> capture_observations(const capture::CaptureInfo& capture) {
  Lines lines;
  for (const auto& file : capture.files) {
    if (capture.files.size() > 1)
      lines.push_back(
          fmt::format("{}: {}, {}", file.name, file.format, counted(file.packets, "packet", "packets")));
    if (file.damage_count > 0)
      lines.push_back("damaged: " + first_few(file.damages, file.damage_count, damage_line));
  }
  add_merged_packets(capture, lines);
  add_fragments(capture, lines);
  return lines;
}

std::vector<std::string> connection_observations(const Report& report, const ConnectionFacts& connection) {
  const PositionText moment(report.capture);
  Lines lines;
  if (connection.order_events.count() > 0)
    lines.push_back("out of sequence: " + first_of(connection.order_events, [&](const OrderEvent& event) {
                      return text_of(event, moment);
                    }));
  if (const auto copies = connection.counts.numbers.recorded_twice; copies > 0)
    lines.push_back(counted(copies, "datagram was", "datagrams were") +
                    " captured at a second interface too; the first copy counts");
  add_marks(connection.marks, moment, lines);
  add_acknowledges(connection.acknowledges, moment, lines);
  if (connection.reception) add_reception(*connection.reception, moment, lines);
  return lines;
}

std::vector<std::string> stream_observations(const Report& report, const StreamFacts& stream) {
  const PositionText moment(report.capture);
  Lines lines;
  add_frames(stream, lines);
  add_excluded_offsets(stream, moment, lines);
  add_gaps(stream, moment, lines);
  add_bursts(stream, moment, lines);
  add_ahead(stream, moment, lines);
  if (const auto events = events_text(stream.pipeline_events, wire::pipeline_event_name); !events.empty())
    lines.push_back("a receiver's pipeline events: " + events);
  add_playback(stream, moment, lines);
  return lines;
}

}  // namespace idn::parser
