// SPDX-License-Identifier: MIT
// Reports the laser streams in captures: their packet offsets and what was lost. Usage: example_report
// CAPTURE...
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "idn/analysis/connection_meter.hpp"
#include "idn/capture/datagram_reader.hpp"
#include "idn/wire/packet_header.hpp"

using namespace idn;

struct Connection {
  analysis::ConnectionMeter meter;
  std::map<int, analysis::StreamMetrics> channels;
};
using Connections =
    std::map<std::tuple<Endpoint, Endpoint, int>, Connection>;  // by source, destination, client group

void take(const capture::CapturedDatagram& datagram, Connections& connections) {
  const capture::UdpDatagram& content = datagram.content;
  ByteReader in(content.payload);
  const auto header = wire::PacketHeader::decode(in);
  if (!header || !wire::is_realtime(header->command)) return;
  Connection& connection = connections[{content.source, content.destination, header->client_group}];
  const ConstBytes octets = content.payload.subspan(wire::PacketHeader::kSize);
  const auto& measured = connection.meter.take(*header,
                                               {.octets = octets,
                                                .captured = octets.size(),
                                                .clock = datagram.position.clock,
                                                .has_time = datagram.position.has_time},
                                               datagram.position.time);
  if (measured.timing) connection.channels[measured.message->header.channel].add(*measured.timing);
}

int main(int argc, char** argv) {
  const std::vector<std::string> paths(argv + 1, argv + argc);
  auto reader = capture::DatagramReader::open(paths);
  if (!reader) return std::fprintf(stderr, "%s\n", reader.error().message().c_str()), 1;
  Connections connections;
  while (const auto* datagram = reader->next()) take(*datagram, connections);

  for (const auto& [key, connection] : connections)
    for (const auto& [channel, metrics] : connection.channels) {
      const analysis::StreamSummary summary = metrics.summary();
      std::printf("%s group %d channel %d: %llu samples, %llu datagrams lost",
                  to_string(std::get<0>(key)).c_str(), std::get<2>(key), channel,
                  static_cast<unsigned long long>(summary.samples),
                  static_cast<unsigned long long>(connection.meter.counts().lost));
      if (summary.offsets && summary.target)
        std::printf(", offsets %.3f us on average, %.2f %% on target", summary.offsets->average.count(),
                    100 * summary.target->on_target_share);
      std::printf("\n");
    }
}
