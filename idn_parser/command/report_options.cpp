// SPDX-License-Identifier: MIT
#include "idn_parser/command/report_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/timing_json.hpp"
#include "cli/units.hpp"
#include "idn_parser/plot/plots.hpp"

namespace idn::parser {
namespace {

constexpr char kReportManual[] =
    "Prints a first page: for every laser stream (client address, port and group,\n"
    "server, channel) whether it was shown clean, and what to do if not. With\n"
    "--details, for every stream what it carries, what was lost, the timing of its datagrams, and the\n"
    "histogram of packet offsets: the distances between adjacent datagrams that\n"
    "carry samples. Reads pcap and pcapng of Ethernet (with VLAN, PPPoE), raw IP,\n"
    "Linux cooked and loopback captures, IPv4 and IPv6, also inside GRE and VXLAN.\n"
    "A file that is slightly unsorted is sorted. Several files make one report, by\n"
    "time. Where a file is damaged, reading goes on with the next packet found.\n\n"
    "The first page\n"
    "  What an output with a buffer of 40 ms, as idn_server's, shows of the stream;\n"
    "  --buffer, --late and --clock-ppm choose another:\n"
    "  FLICKERS     dark in lit playing at least once, or receivers refuse part of it\n"
    "  NOT SHOWN    another client has the service, or receivers refuse all of it\n"
    "  MARGINAL     never dark, but less than 50 % of the buffer was left at one time,\n"
    "               or it ran over, or there is a finding: another receiver may not\n"
    "               show it\n"
    "  SHOWN CLEAN  neither\n"
    "  Dark behind blanked samples, and until a session begins again that was closed,\n"
    "  is not counted; dark after a link time-out is. The verdict on the file is the\n"
    "  worst one, and MARGINAL at best with a finding about the capture or several\n"
    "  streams. It changes no exit code: 40 ms are not the buffer of every receiver.\n"
    "  The strip shows the whole time: = clean, ! marginal, # dark, . nothing played;\n"
    "  in colours on a terminal, unless NO_COLOR is set. Judged are laser streams of\n"
    "  the first 64 connections.\n"
    "  --at lists the datagrams around a moment, in seconds from the first packet\n"
    "  (\"12.5s\") or UTC as printed: arrival, sequence number, display time, offset,\n"
    "  media time left out before it, lateness against the fitted clock, all in us.\n\n"
    "What the numbers mean\n"
    "  offset             distance of two datagrams with samples that came one after\n"
    "                     the other, no number missing between them, on one time axis;\n"
    "                     JSON counts those left out, by cause\n"
    "  expected offset    of each: the display time that the earlier one carried\n"
    "  deviation          offset less its own expected offset; percentiles of its size\n"
    "                     by nearest rank. Media time that was left out counts in full\n"
    "  on target          deviations from -100 us to below +100 us, of all offsets, late\n"
    "                     datagrams, and datagrams that were not sent while the sender\n"
    "                     left out media time\n"
    "  peak jitter J_p    the largest deviation\n"
    "  rate error         slope of arrival over media time, least squares on each time\n"
    "                     axis; above zero the sender is slow\n"
    "  fill               display time carried over media time: below 100 % the rest was\n"
    "                     dark or lost\n"
    "  long-term jitter   J_ALT, half of (max - min) of (arrival - media time) on a time\n"
    "                     axis; once more with the rate error taken out\n"
    "  smallest buffer b  2 J_ALT / expected offset: a receiver with b packets of\n"
    "                     buffer never runs dry or over\n"
    "  start delay        delay of the output that would have avoided every dark gap\n"
    "  per 60 s           counts scaled to a minute, to compare runs of different\n"
    "                     length\n"
    "  A time axis ends where a session or channel is closed, the sender begins anew,\n"
    "  the capture's clock jumps, or the timestamps jump by more than 500 ms and the\n"
    "  arrivals do not. A pause is a gap in media time behind a datagram without a lit\n"
    "  sample: listed, and left out. Behind lit samples a gap is dark, however long.\n"
    "  Datagrams that repeat a sequence number are counted, not measured. The\n"
    "  histogram is clipped at 17 000 us, or at twice the expected offset where that\n"
    "  is more. What came in IP fragments arrived with the last fragment to come;\n"
    "  datagrams that segmentation offload merged into one packet share its arrival,\n"
    "  and the offsets between them are left out;\n"
    "  fragments that overlap with other contents, or are not all there within 30 s,\n"
    "  make no datagram.\n\n"
    "Frames\n"
    "  A frame is shown until the next one comes, so its duration does not say when\n"
    "  that is due; the timestamps do. Offsets are those of frames, by their first\n"
    "  datagrams; expected of each is the step of its timestamps. \"Frames evenly\n"
    "  spaced\" compares them with the median step instead.\n\n"
    "What happened when\n"
    "  gaps in media time   no chunk covers it, nor did a later one fill it; steps up\n"
    "                       to 2 us are rounding\n"
    "  configuration        a chunk lies more than 250 ms (IDN-Stream, section 2.4), and\n"
    "                       10 ms of tolerance, behind the last one, by the sender's\n"
    "                       timestamps; listed is the time to the next one\n"
    "  bursts               runs of offsets under 10 % of the expected one. Catch-up:\n"
    "                       the offset before is at least 1.5 times the expected one.\n"
    "                       Batches: with nothing but one such offset between bursts.\n"
    "                       Sent ahead: the rest.\n"
    "  ahead of timestamp   sent before its time, by more than 1 ms and 250 ppm, on\n"
    "                       the axis that the first message sets: a capture does not\n"
    "                       know the sender's clock\n"
    "  a receiver's events  what the acknowledges of a receiver with every service and\n"
    "                       a buffer of 40 ms (--buffer) would have reported\n"
    "  acknowledges         the time from request to answer where the capture was\n"
    "                       taken, and what the receiver reported\n"
    "  Moments count from the first packet. JSON lists the first 100 of each kind.\n\n"
    "Playback\n"
    "  --buffer plays each wave stream: the first chunk waits that long, up to twice\n"
    "  as much may lie ahead of a chunk that comes. Listed are dark times with their\n"
    "  cause (late, gap in media time, lost) and overruns. Receivers differ in what\n"
    "  they do with a datagram that comes after a later one: --late drop, as the\n"
    "  reference receiver, or --late play, in its place while there is time. The\n"
    "  smallest buffer is the start delay and the capacity with which, with --late\n"
    "  play, nothing comes late and nothing runs over; it is played too, and so are\n"
    "  5 % less of it. Gaps and losses stay dark with any buffer. --clock-ppm lets\n"
    "  the receiver play faster or slower.\n\n"
    "Datagrams\n"
    "  --datagrams writes a row of each datagram with samples, duplicates included, as\n"
    "  CSV with a head line: where it stands, arrival, timestamp, sequence number,\n"
    "  duration, samples, size, offset, expected offset and deviation, how late it is\n"
    "  against the clock fitted to its time axis, and flags. docs/report.md lists unit\n"
    "  and type of each column, and how to query thousands of such files.\n\n"
    "Samples\n"
    "  --samples writes every laser sample that a receiver decodes from the capture:\n"
    "  number of the stream, channel, mode, chunk (a wave chunk or a frame, from 1),\n"
    "  time in us on the sender's axis, x, y, z, x_prime from -32768 to 32767, and r,\n"
    "  g, b, intensity, u1, u2, u3 from 0 to 65535. CSV with a head line, or one JSON\n"
    "  object per line where the name ends in .jsonl. A name that ends in .ild gets\n"
    "  ILDA frames, a projector number for each stream: the frames of a frame stream,\n"
    "  and 40 ms of a wave stream each, so that 25 frames per second are its speed; up\n"
    "  to 60 million samples. What a receiver would not play\n"
    "  is not in it: chunks that overlap, that came after a time-out, or that no\n"
    "  configuration explains; nor datagrams that the capture cut.\n"
    "  --source corrects the samples of some senders; it takes an\n"
    "  address or a network and one or more of\n"
    "    mirror-x         the sender's x runs from right to left; x_prime too\n"
    "    mirror-y         the sender's y runs from top to bottom\n"
    "    swap-xy        the sender's x and y are exchanged; comes before the flips\n"
    "    use-intensity  the sender puts brightness into the intensity: colours are\n"
    "                   multiplied by it\n"
    "  The first option that covers a sender counts. Senders built on laser-dac need\n"
    "  mirror-x,mirror-y,use-intensity.\n\n"
    "Limits\n"
    "  --limits FILE sets minimum and maximum of numbers of each stream, by their\n"
    "  names in --json:\n"
    "    [min]\n"
    "    on_target_share = 0.99\n"
    "    [max]\n"
    "    deviation_p99_us = 50\n"
    "    lost_share = 0.001\n"
    "  A broken limit is a finding, and so is a number that the capture lacks. A wrong\n"
    "  name is refused with a list of all names.\n\n"
    "Windows\n"
    "  --window 60s measures each stream anew every 60 s, from its first datagram on:\n"
    "  a line for each window in which something came. An offset belongs to the window\n"
    "  in which it ends. With --limits each window is judged by those of its numbers,\n"
    "  but for datagrams and measured_s, which are of its own length.\n\n"
    "Exit codes\n"
    "  0  streams found, nothing wrong with them, all limits kept\n"
    "  1  findings: no stream, loss, duplicates, malformed datagrams, gaps in media\n"
    "     time or configuration, link time-outs between frames; whatever receivers\n"
    "     refuse; timestamps, durations or coordinates in a wrong unit or byte order;\n"
    "     a new socket for each frame; a damaged or incomplete capture; a broken\n"
    "     limit; no such figure;\n"
    "     with --buffer, underruns and overruns\n"
    "  2  usage\n"
    "  3  no such file, not a capture, report cannot be written\n\n"
    "Examples\n"
    "  idn_parser show.pcap\n"
    "  idn_parser show.pcap --details\n"
    "  idn_parser show.pcap --at 12.5s\n"
    "  idn_parser part1.pcap part2.pcap --html report.html\n"
    "  idn_parser show.pcap --buffer 20ms --clock-ppm 50\n"
    "  idn_parser show.pcap --png jitter.png --plot distribution\n"
    "  idn_parser show.pcap --limits stage.toml --json >report.json\n"
    "  idn_parser night.pcap --window 60s --limits stage.toml\n"
    "  idn_parser show.pcap --datagrams datagrams.csv\n"
    "  idn_parser show.pcap --samples show.csv --source 10.0.0.7:mirror-x,mirror-y\n"
    "  idn_parser show.pcap --json | jq '.streams[0].target.on_target_share'\n"
    "  tcpdump -i any -w - udp port 7255 | idn_parser -\n";

std::vector<stream::SenderTransform> read_sources(const std::vector<std::string>& texts) {
  std::vector<stream::SenderTransform> sources;
  for (const auto& text : texts) {
    const auto source = parse_source(text);
    if (!source)
      throw cli::wrong_value(
          "--source", fmt::format("\"{}\" is not ADDRESS[/PREFIX]: and some of mirror-x, mirror-y, swap-xy "
                                  "and use-intensity, separated by commas",
                                  text));
    sources.push_back(*source);
  }
  return sources;
}

/// Option values that are checked and converted together, once all are parsed.
struct RawOptions {
  std::vector<std::string> sources;
  Duration buffer{};  ///< zero: no playback is simulated
  double clock_ppm = 0;
  analysis::LateDatagramPolicy late = analysis::LateDatagramPolicy::Drop;
};

void check(const RawOptions& raw, ReportOptions& options) {
  options.sources = read_sources(raw.sources);
  if (!is_plot_name(options.plot))
    throw cli::wrong_value("--plot", fmt::format("\"{}\" is none of {}", options.plot, plot_names()));
  if (raw.buffer > std::chrono::minutes(1))
    throw cli::wrong_value("--buffer", "no receiver buffers more than a minute");
  if (raw.buffer > Duration{0})
    options.playback = PlaybackOptions{{.target = raw.buffer}, std::llround(raw.clock_ppm * 1000), raw.late};
  if (options.plot == "buffer" && !options.playback)
    throw cli::wrong_value("--plot", "buffer needs --buffer, the receiver to play to");
  if (options.window != Duration{0} && options.window < std::chrono::seconds(1))
    throw cli::wrong_value("--window", "a window lasts 1 s or more");
  if (!options.at.empty() && !cli::parse_duration(options.at) && !cli::parse_utc(options.at))
    throw cli::wrong_value("--at",
                           fmt::format("\"{}\" is neither a time from the first packet, such as 12.5s, nor "
                                       "one of UTC, such as 2026-11-21T05:35:12.756Z",
                                       options.at));
  const auto streams = std::ranges::count(options.files, "-");
  if (streams > 1) throw cli::wrong_value("FILE", "standard input (-) can be read only once");
  if (!options.samples.empty() && streams > 0)
    throw cli::wrong_value("--samples", "the capture is read twice, so give a file instead of -");
}

}  // namespace

void add_report_options(const cli::CommandLine& command, ReportOptions& options) {
  const auto raw = std::make_shared<RawOptions>();
  command.footer(kReportManual);
  command.add_option("FILE", options.files, "pcap or pcapng, one or several; - for standard input")
      .required()
      .type_name("")
      .reads_files();
  add_output(command, options);
  command.add_flag("--details", options.details, "print all measurements, not the first page only");
  command
      .add_option("--at", options.at, "list the datagrams around a moment instead: seconds or UTC, see below")
      .type_name("TIME");
  command.add_output_file("--csv", options.csv, "also write the histograms as CSV");
  command.add_output_file("--datagrams", options.datagrams,
                          "also write a row of each datagram with samples as CSV, see below");
  const auto png = command.add_output_file("--png", options.png, "also write a figure as PNG");
  command.add_option("--plot", options.plot, fmt::format("which: {} [{}]", plot_names(), options.plot))
      .type_name("NAME")
      .needs(png);
  command.add_count("--stream", options.stream, 1, 1'000'000, "of which stream [the first that has it]")
      .needs(png);
  add_limits(command, options.limits);
  command.add_duration("--window", options.window, "also a line for each window of this length, see below");
  const auto samples =
      command.add_output_file("--samples", options.samples, "also write every decoded laser sample, see below");
  command
      .add_option("--source", raw->sources,
                  "ADDRESS[/PREFIX]:WORD,... corrects the samples of a sender, see below; repeatable")
      .type_name("SPEC")
      .needs(samples);
  const auto buffer = command.add_duration("--buffer", raw->buffer,
                                           "play wave streams to a receiver that buffers this long, see below");
  command
      .add_number("--clock-ppm", raw->clock_ppm, -10'000, 10'000,
                  "how much faster than the capture's clock that receiver plays")
      .needs(buffer);
  command
      .add_choice("--late", raw->late, analysis::late_datagrams_from, "drop, play",
                  "what that receiver does with datagrams that come after later ones [drop]")
      .needs(buffer);
  add_port(command, options.port);
  command.check([raw, &options] { check(*raw, options); });
}

}  // namespace idn::parser
