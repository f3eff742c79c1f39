// SPDX-License-Identifier: MIT
#include "idn_parser/options.hpp"

#include "cli/command_line.hpp"

namespace idn::parser {
namespace {

constexpr char kDescription[] =
    "Measures the timing of IDN streams in a capture file.\n\n"
    "Prints, for every stream (client address, port and group, server, channel),\n"
    "what it carries, what was lost, how evenly its datagrams arrived, and the\n"
    "histogram of packet offsets: the distances between adjacent datagrams that\n"
    "carry samples. Reads pcap and pcapng of Ethernet (with VLAN), raw IP, Linux\n"
    "cooked and loopback captures, IPv4 and IPv6. IP fragments are counted, not\n"
    "reassembled.\n";

constexpr char kManual[] =
    "What the numbers mean\n"
    "  expected offset    mean display time (chunk duration) per datagram\n"
    "  on target          share of offsets in the two 100 us buckets around the\n"
    "                     expected one\n"
    "  rate error         average against expected offset; above zero the sender is\n"
    "                     too slow\n"
    "  deviation          distance of an offset from the expected one; percentiles\n"
    "                     by nearest rank\n"
    "  peak jitter J_p    the largest deviation\n"
    "  long-term jitter   J_ALT, half of (max - min) of (arrival - media time)\n"
    "  smallest buffer b  2 J_ALT / expected offset: a receiver with b packets of\n"
    "                     buffer never runs dry or over\n"
    "  start delay        delay of the output that would have avoided every dark gap\n"
    "  drift              slope of arrival over media time, least squares; above\n"
    "                     zero the sender's clock is slow\n"
    "  per 60 s           counts scaled to a minute, to compare runs of different\n"
    "                     length\n"
    "  Datagrams that repeat a sequence number are counted, not measured. Each\n"
    "  fragment of a frame counts as a datagram; display time and timestamp are\n"
    "  those of the first. The histogram is clipped at 17 000 us, or at twice the\n"
    "  expected offset where that is more.\n\n"
    "Exit codes\n"
    "  0  streams found, nothing wrong with them\n"
    "  1  findings: no stream, loss, duplicates, malformed datagrams, a damaged or\n"
    "     incomplete capture\n"
    "  2  usage\n"
    "  3  no such file, not a capture, report cannot be written\n\n"
    "Examples\n"
    "  idn_parser show.pcap\n"
    "  idn_parser show.pcap --html report.html\n"
    "  idn_parser show.pcap --json | jq '.streams[0].target.on_target_share'\n"
    "  tcpdump -i any -w - udp port 7255 | idn_parser -\n";

}  // namespace

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
  Options options;
  CLI::App app{kDescription, "idn_parser"};
  app.footer(kManual);
  app.add_option("FILE", options.file, "pcap or pcapng; - for standard input")->required()->type_name("");
  app.add_flag("--json", options.json, "print the report as one JSON object");
  app.add_option("--html", options.html, "also write the report as a self-contained page")->type_name("PAGE");
  std::uint64_t port = kIdnPort;
  cli::add_count(app, "--port", port, 1, 65535, "UDP port of the receivers, 7255 unless given");
  if (const auto exit_code = cli::parse(app, argc, argv)) return *exit_code;
  options.port = static_cast<std::uint16_t>(port);
  return options;
}

}  // namespace idn::parser
