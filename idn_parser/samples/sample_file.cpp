// SPDX-License-Identifier: MIT
#include "idn_parser/samples/sample_file.hpp"

#include <iterator>

namespace idn::parser {
namespace {

constexpr std::size_t kFlushAt = 1 << 16;

constexpr std::string_view kHead = "stream,channel,mode,chunk,time_us,x,y,z,x_prime,r,g,b,intensity,u1,u2,u3\n";
constexpr auto kCsv = "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n";
constexpr auto kJson =
    R"({{"stream":{},"channel":{},"mode":"{}","chunk":{},"time_us":{},"x":{},"y":{},"z":{},"x_prime":{},)"
    R"("r":{},"g":{},"b":{},"intensity":{},"u1":{},"u2":{},"u3":{}}})"
    "\n";

}  // namespace

SampleFile::SampleFile(const std::string& path) : file_(path), json_(path.ends_with(".jsonl")) {
  if (!json_) text_.append(kHead);
}

void SampleFile::write(const SampleRow& row) {
  const LaserSample& s = row.sample;
  fmt::format_to(std::back_inserter(text_), fmt::runtime(json_ ? kJson : kCsv), row.stream, row.channel,
                 row.mode, row.chunk, row.time_us, s.x, s.y, s.z, s.x_prime, s.r, s.g, s.b, s.intensity, s.u1,
                 s.u2, s.u3);
  ++rows_;
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

}  // namespace idn::parser
