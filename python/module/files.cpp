// SPDX-License-Identifier: MIT
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <fstream>
#include <iterator>

#include "arrays.hpp"
#include "bind.hpp"
#include "capture_table.hpp"
#include "idn/analysis/metric_table.hpp"
#include "idn/ilda/reader.hpp"
#include "samples.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

nb::dict datagram_layout() {
  using Row = NumpyRow;
  return Layout(sizeof(Row))
      .add("file", "u4", offsetof(Row, file))
      .add("packet", "u8", offsetof(Row, packet))
      .add("stream", "u4", offsetof(Row, stream))
      .add("unix_ns", "i8", offsetof(Row, unix_ns))
      .add("media_us", "i8", offsetof(Row, media_us))
      .add("sequence", "u2", offsetof(Row, sequence))
      .add("duration_us", "u4", offsetof(Row, duration_us))
      .add("samples", "f8", offsetof(Row, samples))
      .add("octets", "u4", offsetof(Row, octets))
      .add("offset_ns", "f8", offsetof(Row, offset_ns))
      .add("expected_ns", "f8", offsetof(Row, expected_ns))
      .add("deviation_ns", "f8", offsetof(Row, deviation_ns))
      .add("frame", "?", offsetof(Row, frame))
      .add("late", "?", offsetof(Row, late))
      .add("duplicate", "?", offsetof(Row, duplicate))
      .add("after_loss", "?", offsetof(Row, after_loss))
      .get();
}

nb::object number_of(const analysis::Metric& metric, const analysis::Timing& timing) {
  const auto value = metric.read(timing);
  if (!value) return nb::none();
  return metric.is_whole() ? nb::object(nb::int_(static_cast<std::int64_t>(*value))) : nb::float_(*value);
}

/// The metrics of a group by the keys of idn_parser's JSON: docs/report.md. None where all of them are.
nb::object group_of(std::string_view group, const analysis::Timing& timing) {
  nb::dict dict;
  bool has_value = false;
  for (const analysis::Metric& metric : analysis::metric_table()) {
    if (metric.group != group) continue;
    const nb::object number = number_of(metric, timing);
    has_value |= !number.is_none();
    dict[nb::str(metric.key.data(), metric.key.size())] = number;
  }
  return has_value ? nb::object(dict) : nb::none();
}

void add_timing(const analysis::StreamMetrics& metrics, nb::dict& stream) {
  const analysis::Timing timing{.summary = metrics.summary(), .rate_error = metrics.rate_error()};
  for (const char* name : {"datagrams", "late_datagrams", "timestamp_outliers", "timestamp_jumps", "samples",
                           "display_us", "measured_s", "fill", "expected_offset_us"})
    stream[name] = number_of(analysis::metric(name), timing);
  for (const char* group : {"offsets", "target", "clock"}) stream[group] = group_of(group, timing);
  if (!stream["offsets"].is_none()) stream["offsets"]["left_out"] = group_of("left_out", timing);
}

nb::dict to_dict(const ConnectionKey& key, const CapturedConnection& connection, std::uint8_t channel,
                 const CapturedStream& stream) {
  nb::dict dict;
  dict["client"] = to_string(key.client);
  dict["server"] = to_string(key.server);
  dict["client_group"] = key.client_group;
  dict["channel"] = channel;
  dict["packets"] = connection.packets();
  dict["lost"] = connection.sequence_counts().lost;
  dict["late"] = connection.sequence_counts().late;
  dict["duplicated"] = connection.sequence_counts().duplicates;
  dict["sequence_restarts"] = connection.sequence_counts().restarts;
  add_timing(stream.metrics(), dict);
  return dict;
}

nb::tuple read_capture(const std::vector<std::string>& paths, std::uint16_t port) {
  CaptureTable table;
  {
    const nb::gil_scoped_release release;
    table = read_captures(paths, port);
  }
  std::vector<NumpyRow> rows;
  nb::list streams;
  for (const auto& [key, connection] : table)
    for (const auto& [channel, stream] : connection.streams()) {
      if (!stream.has_rows()) continue;
      for (const NumpyRow& row : stream.rows()) {
        rows.push_back(row);
        rows.back().stream = static_cast<std::uint32_t>(nb::len(streams));
      }
      streams.append(to_dict(key, connection, channel, stream));
    }
  return nb::make_tuple(octets_of(std::move(rows)), streams);
}

struct IldContent {
  std::vector<std::vector<LaserSample>> frames;
  std::vector<std::string> findings;
};

IldContent read_frames(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + ": cannot be opened");
  const std::string octets(std::istreambuf_iterator<char>(in), {});
  const auto bytes = std::as_bytes(std::span(octets));
  const auto file = ilda::File::open({bytes.begin(), bytes.end()});
  if (!file) throw std::runtime_error(path + ": " + std::string(to_string(file.error().code)));
  IldContent content;
  ilda::Reader reader = file->reader();
  for (ilda::Frame frame; reader.next(frame);) {
    auto& samples = content.frames.emplace_back();
    samples.reserve(frame.points.size());
    for (const ilda::Point& point : frame.points) {
      samples.push_back(ilda::to_sample(point));
      samples.back().z = point.z;
    }
  }
  for (const ilda::FileFinding& finding : reader.findings().kept())
    content.findings.push_back(to_string(finding));
  return content;
}

nb::tuple read_ild(const std::string& path) {
  IldContent content;
  {
    const nb::gil_scoped_release release;
    content = read_frames(path);
  }
  nb::list frames;
  for (auto& frame : content.frames) frames.append(to_array(std::move(frame)));
  return nb::make_tuple(frames, content.findings);
}

}  // namespace

void bind_files(nb::module_& module) {
  module.def("datagram_layout", &datagram_layout, nb::sig("def datagram_layout() -> typing.Any"),
             "Layout of a row of a capture, for numpy.dtype().");
  module.def("read_capture", &read_capture, "paths"_a, "port"_a,
             nb::sig("def read_capture(paths: collections.abc.Sequence[str], port: int) -> "
                     "tuple[numpy.typing.NDArray[numpy.uint8], list[dict[str, typing.Any]]]"),
             "Returns the octets of the rows, and a dictionary for each stream.");
  module.def("read_ild", &read_ild, "path"_a,
             nb::sig("def read_ild(path: str) -> tuple[list[idn._samples.SampleArray], list[str]]"),
             "Returns the frames, and messages about what is unusual in the file.");
}

}  // namespace idn::python
