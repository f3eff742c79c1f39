// SPDX-License-Identifier: MIT
#include "idn_parser/samples/export.hpp"

#include <map>

#include "idn_parser/input/ordered_reader.hpp"
#include "idn_parser/samples/replay.hpp"
#include "idn_parser/samples/sample_sink.hpp"

namespace idn::parser {
namespace {

/// The numbers of streams, as in the report, and of the chunks of each.
class StreamNumbers {
 public:
  struct Stream {
    std::size_t number = 0;
    std::uint64_t chunks = 0;
  };

  explicit StreamNumbers(const Report& report) {
    std::size_t number = 0;
    for (const auto& stream : report.streams)
      streams_[{report.connections[stream.connection].key, stream.channel}].number = ++number;
  }

  /// Null if the report does not have the stream, as for connections beyond its limit.
  Stream* find(const ConnectionKey& key, std::uint8_t channel) {
    const auto found = streams_.find({key, channel});
    return found == streams_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<ConnectionKey, std::uint8_t>, Stream> streams_;
};

}  // namespace

SampleExport export_samples(const Report& report, const std::string& path,
                            std::span<const stream::SenderTransform> sources) {
  std::vector<std::string> files;
  for (const auto& file : report.capture.files) files.push_back(file.name);
  const auto sink = open_samples(path);
  StreamNumbers numbers(report);
  Replay replay(report.traffic.port, sources, [&](const auto& key, std::uint8_t channel, const auto& chunk) {
    if (auto* const stream = numbers.find(key, channel))
      sink->take({stream->number, channel, ++stream->chunks}, chunk);
  });
  OrderedReader reader(files, report.traffic.port, [](const capture::CapturedDatagram&) {});
  while (auto datagram = reader.next()) {
    replay.take(datagram->get().content, datagram->get().position.time);
    reader.recycle(std::move(datagram));
  }
  sink->commit();
  return {sink->samples(), replay.skipped()};
}

}  // namespace idn::parser
