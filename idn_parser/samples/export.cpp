// SPDX-License-Identifier: MIT
#include "idn_parser/samples/export.hpp"

#include <map>

#include "idn_parser/capture/datagram_reader.hpp"
#include "idn_parser/samples/replay.hpp"
#include "idn_parser/samples/sample_file.hpp"

namespace idn::parser {
namespace {

/// Numbers streams as the report does, and their chunks.
class Numbering {
 public:
  struct Stream {
    std::size_t number = 0;
    std::uint64_t chunks = 0;
  };

  explicit Numbering(const Report& report) {
    std::size_t number = 0;
    for (const auto& stream : report.streams)
      streams_[{report.connections[stream.connection].key, stream.channel}].number = ++number;
  }

  /// Nothing where the capture has more connections than a report.
  Stream* find(const ConnectionKey& key, std::uint8_t channel) {
    const auto found = streams_.find({key, channel});
    return found == streams_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<ConnectionKey, std::uint8_t>, Stream> streams_;
};

/// A frame's duration is that of the ways between its samples, a wave chunk's that of its samples.
std::uint64_t steps_of(const stream::SampleChunk& chunk) {
  const bool is_frame = chunk.mode == wire::ServiceMode::GraphicDiscrete;
  return chunk.samples.size() - (is_frame && chunk.samples.size() > 1 ? 1 : 0);
}

void write_chunk(SampleFile& file, SampleRow row, const stream::SampleChunk& chunk) {
  const std::string mode = to_string(chunk.mode);
  row.mode = mode;
  for (std::size_t i = 0; i < chunk.samples.size(); ++i) {
    row.time_us = chunk.media_us + static_cast<std::int64_t>(i * chunk.duration_us / steps_of(chunk));
    row.sample = chunk.samples[i];
    file.write(row);
  }
}

}  // namespace

SampleExport export_samples(const Report& report, const std::string& path,
                            std::span<const stream::SourceOptions> sources) {
  std::vector<std::string> files;
  for (const auto& file : report.capture.files) files.push_back(file.name);
  DatagramReader reader(files);
  SampleFile file(path);
  Numbering numbering(report);
  Replay replay(report.traffic.port, sources, [&](const auto& key, std::uint8_t channel, const auto& chunk) {
    if (auto* const stream = numbering.find(key, channel))
      write_chunk(file, {.stream = stream->number, .channel = channel, .chunk = ++stream->chunks}, chunk);
  });
  while (const auto datagram = reader.next()) replay.take(datagram->content, datagram->moment.time);
  file.commit();
  return {file.rows(), replay.left_out()};
}

}  // namespace idn::parser
