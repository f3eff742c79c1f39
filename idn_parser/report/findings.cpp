// SPDX-License-Identifier: MIT
#include "idn_parser/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <span>
#include <string>

#include "idn_parser/report/habit_findings.hpp"
#include "idn_parser/report/phrases.hpp"
#include "idn_parser/report/sender_findings.hpp"

namespace idn::parser {
namespace {

/// Remedy if packets were cut by the snap length of the capture.
constexpr std::string_view kLongerSnap =
    "capture with a larger snap length, at least 128 octets per packet (tcpdump -s 128, or -s 0 for all)";

std::string datagrams(std::uint64_t count) {
  return counted(count, "datagram", "datagrams");
}

/// Names the port to which most of the IDN-like datagrams were sent.
std::string elsewhere_text(const OtherPorts::Counts& ports, std::uint16_t watched) {
  const auto port = std::ranges::max_element(ports, {}, &OtherPorts::Counts::value_type::second);
  const bool is_swapped = port->first == static_cast<std::uint16_t>(watched << 8 | watched >> 8);
  return fmt::format("but {} that look like IDN went to port {}{}; try --port {}", datagrams(port->second),
                     port->first, is_swapped ? fmt::format(", {} with its octets swapped", watched) : "",
                     port->first);
}

std::string other_port_text(const OtherPorts::Counts& ports, std::uint16_t watched) {
  return fmt::format("nothing on UDP port {}, {}", watched, elsewhere_text(ports, watched));
}

/// Why no datagram from or to the port was found, with a remedy.
Finding why_nothing_was_seen(const Report& report) {
  using enum FindingKind;
  const auto& capture = report.capture;
  if (!report.other_ports.empty())
    return {StreamOnOtherPort, other_port_text(report.other_ports, report.traffic.port)};
  if (capture.packets == 0) return {EmptyCapture, "the capture holds no packet that can be read"};
  if (capture.truncated_headers > 0)
    return {CutBeforeUdp, fmt::format("the capture cut {} before the end of the UDP header; {}",
                                      counted(capture.truncated_headers, "packet", "packets"), kLongerSnap)};
  return {NothingOnPort, fmt::format("none of the {} came from or went to UDP port {}; check --port and where "
                                     "the capture was taken",
                                     counted(capture.packets, "packet", "packets"), report.traffic.port)};
}

Finding why_there_is_no_stream(const Report& report) {
  using enum FindingKind;
  constexpr std::string_view kNone = "no IDN stream";
  const auto& traffic = report.traffic;
  if (traffic.datagrams == 0) {
    const Finding cause = why_nothing_was_seen(report);
    return {cause.kind, fmt::format("{}: {}", kNone, cause.text)};
  }
  if (!report.connections.empty())
    return {NothingToMeasure, fmt::format("{} with samples that could be measured", kNone)};
  if (traffic.captured_too_short > 0)
    return {CutBeforePacketHeader,
            fmt::format("{}: of {} on port {} the capture holds less than the packet header", kNone,
                        datagrams(traffic.captured_too_short), traffic.port)};
  const auto& disguised = traffic.disguised;
  const bool is_discovery = disguised.without_packet_header + disguised.behind_other_commands == 0;
  return {NoRealtimePacket,
          fmt::format("{}: none of the {} on port {} is a real-time packet{}", kNone,
                      datagrams(traffic.datagrams), traffic.port,
                      !report.other_ports.empty() ? ", " + elsewhere_text(report.other_ports, traffic.port)
                      : is_discovery              ? " (discovery only?)"
                                                  : "")};
}

void check_streams_exist(const Report& report, Findings& found) {
  // DMX512 has no samples; what receivers refuse of it is a finding of its own.
  const auto has_content = [](const StreamFacts& stream) {
    return stream.has_samples() || stream.counts.other_chunks > 0;
  };
  if (std::ranges::none_of(report.streams, has_content)) found.push_back(why_there_is_no_stream(report));
}

std::string damage_text(const capture::FileInfo& file) {
  const capture::Damage& first = file.damages.front();
  const std::string place = fmt::format("{} (octet {}): {}", first.behind_packet, first.offset, first.cause);
  if (!first.skipped) return "damaged after packet " + place + "; the rest is lost";
  return fmt::format("damaged in {}, first after packet {}; what follows is used",
                     counted(file.damage_count, "place", "places"), place);
}

void check_file(const capture::FileInfo& file, bool is_only_one, Findings& found) {
  using enum FindingKind;
  const std::string name = is_only_one ? "the capture" : file.name;
  const auto add = [&](FindingKind kind, std::uint64_t count, std::string_view what) {
    if (count > 0)
      found.push_back({kind, fmt::format("{}: {} {}", name, counted(count, "packet", "packets"), what)});
  };
  if (file.damage_count > 0)
    found.push_back({file.damages.front().skipped ? FileDamaged : FileEndsEarly,
                     fmt::format("{} is {}", name, damage_text(file))});
  add(UntimedPackets, file.untimed,
      "have no valid time: their numbers count, their samples and offsets do not");
  add(LinkWithoutIp, file.of_unknown_link,
      "skipped: link types without IP; capture on Ethernet, loopback or any");
  add(DroppedByCapture, file.dropped, "dropped while capturing, as the capture says");
}

/// The number of incomplete datagrams, without those that are known to be between other ports. Ports are in the
/// first fragment only, and only the first failures are kept with their ports.
std::uint64_t broken_on(std::uint16_t port, const BoundedEventLog<capture::ReassemblyFailure>& broken) {
  const auto is_of_others = [=](const capture::ReassemblyFailure& datagram) {
    return datagram.source.port != 0 && datagram.source.port != port && datagram.destination.port != port;
  };
  return broken.count() - static_cast<std::uint64_t>(std::ranges::count_if(broken.first(), is_of_others));
}

/// Steps of the capturing computer's clock.
void check_clock(const Report& report, const PositionText& moment, Findings& found) {
  if (report.clock_jumps.empty()) return;
  found.push_back(
      {FindingKind::CaptureClockSet,
       fmt::format("the clock of the capture was set {}, or everything is delayed by as much from there on: {}",
                   counted(report.clock_jumps.size(), "time", "times"),
                   first_few(report.clock_jumps, report.clock_jumps.size(), [&](const ClockJump& jump) {
                     return fmt::format("{}{} {}", jump.by < Duration{0} ? "-" : "+",
                                        short_time(std::chrono::abs(jump.by)), moment(jump.at));
                   }))});
}

void check_traffic(const TrafficFacts& traffic, const PositionText& moment, Findings& found) {
  using enum FindingKind;
  const auto add = [&](FindingKind kind, std::uint64_t count, std::string_view what) {
    if (count > 0) found.push_back({kind, fmt::format("{} {}", datagrams(count), what)});
  };
  add(TooShort, traffic.too_short, "on the IDN port too short for a packet header");
  add(CapturedTooShort, traffic.captured_too_short,
      fmt::format("on the IDN port of which the capture holds less than the packet header; {}", kLongerSnap));
  add(WrongChecksum, traffic.checksums.wrong,
      fmt::format("on the IDN port with a wrong UDP checksum: damaged, and dropped before any receiver sees "
                  "them (first: {})",
                  moment.packet(traffic.checksums.first_wrong)));
  add(DisguisedMessage, traffic.disguised.without_packet_header,
      "on the IDN port begin with a channel message, without packet header");
  add(DisguisedMessage, traffic.disguised.behind_other_commands,
      fmt::format(
          "on the IDN port have a channel message behind a command (0x{:02X}) that no client sends with one",
          static_cast<unsigned>(traffic.disguised.command)));
  add(TooManyConnections, traffic.unsorted,
      fmt::format("skipped: more than {} connections; keep fewer hosts in the capture (tcpdump host ADDRESS)",
                  Traffic::kMaxConnections));
}

std::string first_fault_text(const PositionText& moment, const ConnectionFacts& connection) {
  if (!connection.first_fault) return {};
  return fmt::format(" (first: {}, {})", moment.packet(connection.first_fault->at),
                     to_string(connection.first_fault->error.code));
}

/// If always 8 octets are left, the size field most likely does not count the header of the message.
std::string surplus_text(const PositionText& moment, const ConnectionCounts& counts) {
  const auto& octets = counts.surplus_octets;
  const bool lacks_header = octets.min == octets.max && octets.max == wire::ChannelMessageHeader::kSize;
  return fmt::format(
      "with octets after the end of the message, which receivers ignore (first: {}){}",
      moment.packet(counts.first_surplus),
      lacks_header ? "; always 8: the total size of a message counts its header of 8 octets too" : "");
}

constexpr char kOneClock[] = "capture at one interface, or at all of them by one clock (tcpdump -i any)";

/// The first datagrams of each clock only show whether they agree.
template <class Add>
void check_clocks(const Report& report, const StreamCounts& counts, Add add) {
  constexpr std::uint64_t kMostUnproven = 16;
  const auto unproven = counts.unproven_clock_changes;
  if (unproven == 0 || (unproven <= kMostUnproven && unproven < counts.clock_changes)) return;
  const auto& first = counts.first_unproven_clock_change;
  add(FindingKind::SeveralClocks, unproven,
      fmt::format(
          "clocks of the capture that were not shown to agree stamped it in turns, {} (first: {}, \"{}\"): "
          "timing across is left out, and what is missing there may be the capture's fault; {}",
          counted(unproven, "change", "changes"), PositionText(report.capture).packet(first),
          report.capture.files[first.file].stamp_sources[first.stamp_source], kOneClock));
}

/// Malformed datagrams that receivers refuse for their samples: a finding of the stream.
std::uint64_t partial_samples(const ConnectionFacts& connection) {
  std::uint64_t partial = 0;
  if (!connection.reception) return partial;
  for (const auto& [channel, refusals] : connection.reception->refusals) {
    const auto found = refusals.find(RefusalReason::PartialSample);
    if (found != refusals.end()) partial += found->second.count;
  }
  return partial;
}

constexpr std::uint64_t kFewestAnswers = 5;

bool is_in_most(unsigned bit, const AcknowledgeFacts& acks) {
  return acks.answered >= kFewestAnswers && 2 * acks.pipeline_events.counts()[bit] > acks.answered;
}

/// What most answers name as the reason why nothing is played; empty where they do not.
std::string cause_of_answers(const AcknowledgeFacts& acks) {
  using namespace wire::pipeline_event;
  constexpr unsigned kCauses = kServiceUnknown | kServiceBusy | kConfiguration | kMatchValue | kChunkType;
  for (unsigned bit = 0; bit < 16; ++bit)
    if ((kCauses >> bit & 1U) != 0 && is_in_most(bit, acks)) return std::string(wire::pipeline_event_name(bit));
  return {};
}

Duration end_of(const capture::CaptureInfo& capture) {
  return capture.first_time.value_or(Duration{0}) + capture.span;
}

void check_connection(const capture::CaptureInfo& capture, const ConnectionFacts& connection, Findings& found) {
  using enum FindingKind;
  const PositionText moment(capture);
  constexpr std::uint64_t kFewest = 20;                          // a stream that plays
  constexpr Duration kLinger = std::chrono::milliseconds(1500);  // a receiver would have gone dark
  const auto& counts = connection.counts;
  const auto add = [&](FindingKind kind, std::uint64_t count, std::string_view what) {
    if (count > 0)
      found.push_back(
          {kind, fmt::format("{}: {} {}", to_string(connection.key.client), datagrams(count), what)});
  };
  if (!explains_numbers(connection.habits)) {
    add(Lost, counts.numbers.lost, "lost");
    add(Duplicated, counts.numbers.duplicates, "duplicated");
    add(Late, counts.numbers.late, "late: a later one came before");
    add(SenderRestarted, counts.numbers.restarts,
        "with an unexpected sequence number: the sender restarted, or numbers some by another counter");
  }
  add(Unnumbered, counts.numbers.unnumbered,
      "with the same sequence number as the one before: the sender does not count");
  if (!explains_sizes(connection.habits) && partial_samples(connection) < counts.malformed)
    add(Malformed, counts.malformed, "malformed" + first_fault_text(moment, connection));
  add(CutMessage, counts.cut, fmt::format("captured too short to be measured; {}", kLongerSnap));
  add(CutOffload, counts.cut_behind_message,
      fmt::format("of up to {} octets, of which {} were captured, longer than their message: each may hold "
                  "several (segmentation offload), and all but the first count as lost; capture whole packets "
                  "(tcpdump -s 0)",
                  counts.cut_octets.max, counts.most_captured));
  add(Refused, counts.refusals, "acknowledged with a refusal");
  const auto& acks = connection.acknowledges;
  if (const auto cause = cause_of_answers(acks); !cause.empty())
    found.push_back({Refused, fmt::format("{}: the receiver answers that it does not play this: {}",
                                          to_string(connection.key.client), cause)});
  else if (const auto taken = taken_answers(acks); taken > 0)
    found.push_back(
        {Refused, fmt::format("{}: {} of {} answers say that another client has the service, and that "
                              "nothing of this is shown meanwhile",
                              to_string(connection.key.client), taken, acks.answered)});
  if (2 * acks.untimed > acks.answered)
    add(AnswersOfAnotherClock, acks.untimed,
        fmt::format("that request an acknowledge were answered at another clock of the capture, so that the "
                    "latency is not known; {}",
                    kOneClock));
  if (counts.surplus > 0 && !explains_sizes(connection.habits))
    add(Surplus, counts.surplus, surplus_text(moment, counts));
  append(found, habit_findings(moment, connection));
  if (!connection.ends_closed && counts.packets > kFewest && end_of(capture) - counts.last.time > kLinger)
    found.push_back({NotClosed, fmt::format("{}: the session is not closed at its end ({})",
                                            to_string(connection.key.client), moment(counts.last))});
}

template <class Add>
void check_frames_end(const StreamCounts& counts, const analysis::SequenceCounts& numbers, Add add) {
  const auto incomplete = counts.fragmented_frames - counts.complete_frames;
  // Allowed: one frame cut by the end of the capture, and one per lost or late fragment.
  if (incomplete > numbers.lost + numbers.late + 1)
    add(FindingKind::EndlessFrames, incomplete,
        fmt::format("{} of {} frames in fragments never end: no last fragment is marked, and receivers "
                    "drop what is incomplete",
                    incomplete, counts.fragmented_frames));
}

/// Errors of the sender that prevent any receiver from showing the stream as intended, even without loss or
/// delay.
template <class Add>
void check_showable(const StreamFacts& stream, Add add) {
  using enum FindingKind;
  const auto& counts = stream.counts;
  if (counts.standing_timestamps > stream.summary.datagrams / 2)
    add(StandingTimestamps, counts.standing_timestamps,
        fmt::format("timestamps do not advance in {} of {}: receivers have to show everything at once",
                    counts.standing_timestamps, datagrams(stream.summary.datagrams)));
  const auto overlaps = stream.media_gaps.overlaps;
  add(Overlaps, overlaps,
      fmt::format("{} in media time: timestamps step by less than the chunks last, and receivers drop or "
                  "cut what they have shown already",
                  counted(overlaps, "chunk overlaps", "chunks overlap")));
  const auto outliers = stream.summary.outliers;
  add(LoneTimestamp, outliers,
      fmt::format("{} off by more than 500 ms, alone: what such a datagram carries is not shown in its place",
                  counted(outliers, "timestamp is", "timestamps are")));
  const auto jumps = stream.summary.jumps;
  add(TimestampJump, jumps,
      fmt::format(
          "timestamps jump {} by more than 500 ms, and the arrivals do not: the sender's clock began anew, "
          "and receivers start again",
          counted(jumps, "time", "times")));
}

/// With --buffer, underruns and overruns are findings.
template <class Add>
void check_playback(const PlaybackFacts& playback, Add add) {
  const auto buffer = " with a buffer of " + short_time(playback.options.buffer.target);
  const auto underruns = playback.totals.underruns(), overruns = playback.totals.overruns;
  add(FindingKind::Underrun, underruns, counted(underruns, "underrun", "underruns") + buffer);
  add(FindingKind::Overrun, overruns, counted(overruns, "overrun", "overruns") + buffer);
}

/// Gaps without a loss, minus those that unreadable datagrams may have left: these arrived, but were cut or
/// malformed.
std::uint64_t unexplained_gaps(const MediaGapFacts& media, const ConnectionCounts& counts) {
  const auto gaps = media.gaps.count() - media.after_loss;
  return gaps - std::min(gaps, counts.cut + counts.malformed);
}

void check_stream(const Report& report, const StreamFacts& stream, Findings& found) {
  using enum FindingKind;
  const auto& connection = report.connections[stream.connection];
  const auto add = [&](FindingKind kind, std::uint64_t count, const std::string& what) {
    if (count > 0)
      found.push_back(
          {kind, fmt::format("{} channel {}: {}", to_string(connection.key.client), stream.channel, what)});
  };
  const auto& counts = stream.counts;
  const auto& habits = connection.habits;
  if (habits.contains(Habit::ChannelMoves)) return;  // each stream of it has one chunk
  const bool is_misread = explains_configurations(habits);
  const auto is_refused_for = [&](RefusalReason reason) { return stream.refusals.contains(reason); };
  const bool is_refused =
      counts.configurations > 0 &&
      (is_refused_for(RefusalReason::NeverRouted) || is_refused_for(RefusalReason::NoSuchMode) ||
       is_refused_for(RefusalReason::MatchValue) || counts.bad_dictionaries == counts.configurations);
  if (!is_misread && !is_refused)
    add(UnexplainedSamples, counts.unknown_samples,
        counts.hidden_configurations == 0
            ? "no captured configuration explains the samples of " + datagrams(counts.unknown_samples)
            : fmt::format(
                  "samples of {} are not explained: {} with a configuration, but without the configuration "
                  "bit (0x4000) in its content ID",
                  datagrams(counts.unknown_samples),
                  counted(counts.hidden_configurations, "chunk begins", "chunks begin")));
  if (!is_misread)
    add(BadDictionary, counts.bad_dictionaries,
        counted(counts.bad_dictionaries, "configuration", "configurations") +
            " with an unusable dictionary: " + counts.bad_dictionary);
  const auto gaps = unexplained_gaps(stream.media_gaps, connection.counts);
  const bool has_times = !explains_times(habits) && !is_misread;
  if (has_times) add(MediaGap, gaps, counted(gaps, "gap", "gaps") + " in media time that no loss explains");
  if (has_times)
    add(ConfigurationGap, stream.configuration_gaps.count(),
        counted(stream.configuration_gaps.count(), "time", "times") + " without configuration for more than " +
            ConfigurationGaps::limit_text());
  add(LinkTimeout, counts.link_timeouts,
      counted(counts.link_timeouts, "link time-out", "link time-outs") +
          " between frames: nothing came for a second, so receivers go dark");
  if (const auto still = stream.frames ? stream.frames->stood_still : 0; still > 0)
    add(StoodStill, still,
        fmt::format(
            "frames stood still {}: more than a second, and over three times their usual {}, to the next one",
            counted(still, "time", "times"), short_time(std::chrono::round<Duration>(stream.frames->period))));
  check_clocks(report, counts, add);
  if (!explains_frames(habits)) check_frames_end(stream.counts, connection.counts.numbers, add);
  if (has_times) check_showable(stream, add);
  append(found, sender_findings(report, stream));
  if (stream.playback) check_playback(*stream.playback, add);
}

/// Where each chunk of a host comes from a socket of its own, each lacks what another one had.
void drop_consequences(Findings& found) {
  const auto host_of = [](const Finding& finding) {  // "10.0.0.1" of "10.0.0.1:50070 channel 0: ..."
    const std::string client = finding.text.substr(0, finding.text.find_first_of(' '));
    return client.substr(0, client.rfind(':', client.size() - 2));
  };
  std::set<std::string> hosts;
  for (const Finding& finding : found)
    if (finding.kind == FindingKind::NewSockets) hosts.insert(host_of(finding));
  std::erase_if(found, [&](const Finding& finding) {
    return finding.kind == FindingKind::UnexplainedSamples && hosts.contains(host_of(finding));
  });
}

}  // namespace

Findings findings_of(const capture::CaptureInfo& capture, std::uint16_t port) {
  Findings found;
  for (const auto& file : capture.files) check_file(file, capture.files.size() == 1, found);
  if (const auto broken = broken_on(port, capture.fragments.broken); broken > 0)
    found.push_back({FindingKind::BrokenFragments,
                     fmt::format("{} with missing IP fragments; a capture filtered by port has only the first "
                                 "fragment: add \"or ip[6:2] & 0x1fff != 0\" to the filter",
                                 datagrams(broken))});
  return found;
}

Findings findings_of(const Report& report) {
  Findings found;
  const PositionText moment(report.capture);
  check_streams_exist(report, found);
  append(found, findings_of(report.capture, report.traffic.port));
  check_clock(report, moment, found);
  check_traffic(report.traffic, moment, found);
  const auto unchecked = std::ranges::count_if(
      report.connections, [](const ConnectionFacts& connection) { return !connection.reception; });
  if (unchecked > 0)
    found.push_back(
        {FindingKind::UncheckedConnections,
         fmt::format("{} not checked by a receiver's rules: that is done for the first {}",
                     counted(static_cast<std::uint64_t>(unchecked), "connection was", "connections were"),
                     Traffic::kMaxReceptions)});
  for (std::size_t i = 0; i < report.connections.size(); ++i) {
    const std::size_t before = found.size();
    const auto& connection = report.connections[i];
    if (!changes_group(report, connection)) check_connection(report.capture, connection, found);
    for (Finding& finding : std::span(found).subspan(before)) finding.connection = i;
  }
  append(found, socket_findings(report));
  append(found, company_findings(report));
  for (std::size_t i = 0; i < report.streams.size(); ++i) {
    const std::size_t before = found.size();
    const auto& stream = report.streams[i];
    if (!changes_group(report, report.connections[stream.connection])) check_stream(report, stream, found);
    for (Finding& finding : std::span(found).subspan(before)) finding.stream = i;
  }
  drop_consequences(found);
  return found;
}

constexpr unsigned kBusyBit = std::countr_zero(unsigned{wire::pipeline_event::kServiceBusy});

/// A sender asks more often while it is refused.
bool is_taken(const AcknowledgeFacts& acks) {
  return is_in_most(kBusyBit, acks) && 10 * acks.pipeline_events.counts()[kBusyBit] >= 9 * acks.answered;
}

std::uint64_t taken_answers(const AcknowledgeFacts& acks) {
  const std::uint64_t count = acks.pipeline_events.counts()[kBusyBit];
  return count > 1 ? count : 0;
}

}  // namespace idn::parser
