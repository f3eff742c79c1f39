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
#include "idn/ilda/file.hpp"
#include "samples.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace idn::python {
namespace {

nb::dict datagram_layout() {
  using Row = DatagramRow;
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

nb::object or_none(const std::optional<double>& value) {
  return value ? nb::object(nb::float_(*value)) : nb::none();
}

// The keys of idn_parser's JSON: docs/report.md.

nb::object offsets_of(const analysis::StreamSummary& summary) {
  if (!summary.offsets) return nb::none();
  nb::dict excluded;
  excluded["loss"] = summary.excluded.loss;
  excluded["axis"] = summary.excluded.axis;
  excluded["pause"] = summary.excluded.pause;
  excluded["offload"] = summary.excluded.offload;
  nb::dict dict;
  dict["count"] = summary.offsets->count;
  dict["average_us"] = summary.offsets->average.count();
  dict["min_us"] = summary.offsets->min.count();
  dict["max_us"] = summary.offsets->max.count();
  dict["left_out"] = excluded;
  return dict;
}

nb::object target_of(const analysis::StreamSummary& summary) {
  if (!summary.target) return nb::none();
  nb::dict dict;
  dict["on_target_share"] = summary.target->on_target_share;
  dict["dark_datagrams"] = summary.target->dark_datagrams;
  dict["peak_period_jitter_us"] = summary.target->peak_period_jitter.count();
  return dict;
}

nb::object clock_of(const analysis::StreamSummary& summary,
                    const std::optional<analysis::RateError>& rate_error) {
  if (!summary.clock) return nb::none();
  const auto& clock = *summary.clock;
  nb::dict dict;
  dict["rate_error_ppm"] = or_none(clock.rate_error_ppm);
  dict["rate_error_low_ppm"] = rate_error ? nb::object(nb::float_(rate_error->low_ppm)) : nb::none();
  dict["rate_error_high_ppm"] = rate_error ? nb::object(nb::float_(rate_error->high_ppm)) : nb::none();
  dict["long_term_jitter_us"] = clock.long_term_jitter.count();
  dict["long_term_jitter_without_drift_us"] = clock.long_term_jitter_without_drift.count();
  dict["smallest_buffer_packets"] = or_none(clock.smallest_buffer);
  dict["start_delay_us"] = clock.start_delay.count();
  return dict;
}

void add_timing(const analysis::StreamMetrics& metrics, nb::dict& stream) {
  const analysis::StreamSummary summary = metrics.summary();
  stream["datagrams"] = summary.datagrams;
  stream["late_datagrams"] = summary.late;
  stream["timestamp_outliers"] = summary.outliers;
  stream["samples"] = summary.samples;
  stream["display_us"] = summary.display.count();
  stream["measured_s"] = in_seconds(summary.measured);
  stream["fill"] = or_none(summary.fill);
  stream["expected_offset_us"] = summary.target ? nb::object(nb::float_(summary.expected.count())) : nb::none();
  stream["offsets"] = offsets_of(summary);
  stream["target"] = target_of(summary);
  stream["clock"] = clock_of(summary, metrics.rate_error());
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
  std::vector<DatagramRow> rows;
  nb::list streams;
  for (const auto& [key, connection] : table)
    for (const auto& [channel, stream] : connection.streams()) {
      if (!stream.has_rows()) continue;
      for (const DatagramRow& row : stream.rows()) {
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
  for (const ilda::Finding& finding : reader.findings().kept()) content.findings.push_back(to_string(finding));
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
