// SPDX-License-Identifier: MIT
#include "idn_parser/samples/sample_file.hpp"

#include <iterator>

#include "idn_parser/samples/ilda_samples.hpp"

namespace idn::parser {
namespace {

constexpr std::size_t kFlushAt = 1 << 16;

constexpr std::string_view kCsvHead =
    "stream,channel,mode,chunk,time_us,x,y,z,x_prime,r,g,b,intensity,u1,u2,u3\n";
constexpr auto kCsv = "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n";
constexpr auto kJson =
    R"({{"stream":{},"channel":{},"mode":"{}","chunk":{},"time_us":{},"x":{},"y":{},"z":{},"x_prime":{},)"
    R"("r":{},"g":{},"b":{},"intensity":{},"u1":{},"u2":{},"u3":{}}})"
    "\n";

/// Sample periods in the duration of a chunk: the n samples of a wave chunk take n periods, those of a frame n
/// - 1, the intervals between them.
std::uint64_t periods_of(const stream::SampleChunk& chunk) {
  const bool is_frame = chunk.mode == wire::ServiceMode::GraphicDiscrete;
  return chunk.samples.size() - (is_frame && chunk.samples.size() > 1 ? 1 : 0);
}

}  // namespace

SampleFile::SampleFile(const std::string& path) : file_(path), json_(path.ends_with(".jsonl")) {
  if (!json_) text_.append(kCsvHead);
}

void SampleFile::take(const ChunkOrigin& origin, const stream::SampleChunk& chunk) {
  const std::string mode = to_string(chunk.mode);
  for (std::size_t i = 0; i < chunk.samples.size(); ++i) {
    const LaserSample& s = chunk.samples[i];
    const auto time_us = chunk.media_us + static_cast<std::int64_t>(i * chunk.duration_us / periods_of(chunk));
    fmt::format_to(std::back_inserter(text_), fmt::runtime(json_ ? kJson : kCsv), origin.stream, origin.channel,
                   mode, origin.chunk, time_us, s.x, s.y, s.z, s.x_prime, s.r, s.g, s.b, s.intensity, s.u1,
                   s.u2, s.u3);
  }
  rows_ += chunk.samples.size();
  if (text_.size() >= kFlushAt) flush();
}

void SampleFile::flush() {
  file_.write(std::as_bytes(std::span(text_.data(), text_.size())));
  text_.clear();
}

void SampleFile::commit() {
  flush();
  file_.commit();
}

std::unique_ptr<SampleSink> open_samples(const std::string& path) {
  if (path.ends_with(".ild")) return std::make_unique<IldaSamples>(path);
  return std::make_unique<SampleFile>(path);
}

}  // namespace idn::parser
