// SPDX-License-Identifier: MIT
#include "idn_parser/report/datagram_table.hpp"

#include <fmt/format.h>

#include <iterator>
#include <span>

#include "cli/file.hpp"
#include "cli/text.hpp"

namespace idn::parser {
namespace {

constexpr std::size_t kWriteAt = 1 << 16;

using CsvText = fmt::memory_buffer;

template <class Value>
void add_value(CsvText& text, const std::optional<Value>& value) {
  text.push_back(',');
  if (value) fmt::format_to(std::back_inserter(text), "{}", *value);
}

template <class Rep, class Period>
void add_value(CsvText& text, const std::optional<std::chrono::duration<Rep, Period>>& value) {
  add_value(text, value ? std::optional(value->count()) : std::nullopt);
}

void add_offset(CsvText& text, const std::optional<analysis::PacketOffset>& offset) {
  if (!offset) {
    text.append(std::string_view(",,,"));
    return;
  }
  fmt::format_to(std::back_inserter(text), ",{},{}", offset->length.count(), offset->expected.count());
  // As in all reports: without an expected offset there is no deviation.
  add_value(text, offset->expected > Duration{0} ? std::optional(offset->deviation) : std::nullopt);
}

/// Text of a capture file, such as the name of an interface, as one CSV field: quoted where necessary.
std::string field_of(std::string_view words) {
  std::string text = cli::printable(words);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

/// Names of the sources of time stamps, by file and by index within the file, as CSV fields.
using StampSources = std::vector<std::vector<std::string>>;

StampSources stamp_sources_of(const Report& report) {
  StampSources sources;
  for (const auto& file : report.capture.files) {
    auto& fields = sources.emplace_back();
    for (const auto& words : file.stamp_sources) fields.push_back(field_of(words));
  }
  return sources;
}

void add_row(CsvText& text, const std::string& stream, const StampSources& sources, const DatagramRow& row) {
  using enum ArrivalOrder;
  fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}", row.at.file + 1, row.at.packet_number,
                 stream, row.at.time.count(), sources[row.at.file][row.at.stamp_source], row.media.count(),
                 row.sequence, row.duration.count());
  add_value(text, row.samples);
  fmt::format_to(std::back_inserter(text), ",{}", row.octets);
  add_offset(text, row.offset);
  add_value(text, row.gap);
  add_value(text, row.lateness);
  add_value(text, row.axis);
  add_value(text, row.begins_axis ? std::optional(to_string(*row.begins_axis)) : std::nullopt);
  for (const bool flag : {row.is_frame, row.order == Late, row.order == Duplicate, row.order == AfterLoss,
                          row.follows_pause, row.is_outlier})
    text.append(std::string_view(flag ? ",1" : ",0"));
  text.push_back('\n');
}

/// The columns that name the stream.
std::string stream_columns(const Report& report, std::size_t stream) {
  const StreamFacts& facts = report.streams[stream];
  const ConnectionKey& key = report.connections[facts.connection].key;
  return fmt::format("{},{},{},{},{}", stream + 1, to_string(key.client), to_string(key.server),
                     key.client_group, facts.channel);
}

}  // namespace

std::string_view datagram_columns() noexcept {
  return "file,packet,stream,client,server,client_group,channel,unix_ns,stamp_source,media_us,sequence,"
         "duration_us,samples,"
         "octets,offset_ns,expected_ns,deviation_ns,gap_us,lateness_ns,axis,begins_axis,frame,late,duplicate,"
         "after_loss,pause,outlier";
}

std::uint64_t write_datagrams(const Report& report, const std::string& path) {
  cli::AtomicFile file(path);
  CsvText text;
  const auto write = [&] {
    file.write(std::as_bytes(std::span(text.data(), text.size())));
    text.clear();
  };
  text.append(datagram_columns());
  text.push_back('\n');
  const StampSources sources = stamp_sources_of(report);
  std::uint64_t datagrams = 0;
  for (std::size_t i = 0; i < report.streams.size(); ++i) {
    if (!report.streams[i].datagrams) continue;
    const std::string stream = stream_columns(report, i);
    for (const DatagramRow& row : report.streams[i].datagrams->all()) {
      add_row(text, stream, sources, row);
      ++datagrams;
      if (text.size() >= kWriteAt) write();
    }
  }
  write();
  file.commit();
  return datagrams;
}

}  // namespace idn::parser
