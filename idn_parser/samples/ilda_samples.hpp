// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "cli/file.hpp"
#include "idn/ilda/writer.hpp"
#include "idn_parser/samples/sample_sink.hpp"

namespace idn::parser {

/// Writes samples as frames of an .ild file. Each stream has a projector number of its own, the first one 0;
/// streams from the 256th on share 255.
///
/// Each frame of a frame stream becomes a frame. A wave stream is cut into frames of 40 ms by its timestamps:
/// frame k has all samples that begin in [40 k, 40 (k + 1)) ms, so at 25 frames per second the file plays at
/// the speed of the stream. Points have 8 bits per colour and no intensity; a frame with a z other than 0 is
/// written as 3D.
class IldaSamples final : public SampleSink {
 public:
  static constexpr std::int64_t kFrameMicros = 40'000;
  /// Limit, since the file is built in memory.
  static constexpr std::uint64_t kMostSamples = 60'000'000;

  explicit IldaSamples(const std::string& path) : file_(path), path_(path) {}

  void take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) override;
  void commit() override;
  std::uint64_t samples() const noexcept override { return samples_; }

 private:
  /// The current frame of a wave stream.
  struct Slice {
    std::int64_t number = 0;
    std::vector<ilda::Point> points;
  };

  void add_wave(std::uint8_t projector, const stream::SampleChunk& chunk);
  void write_frame(std::uint8_t projector, const std::vector<ilda::Point>& points);

  cli::AtomicFile file_;
  std::string path_;
  ilda::Writer writer_;
  std::map<std::uint8_t, Slice> slices_;  ///< by projector
  std::uint64_t samples_ = 0;
};

}  // namespace idn::parser
