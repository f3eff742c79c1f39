// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "bench/codec/formats.hpp"
#include "bench/codec/loopback_pair.hpp"
#include "bench/codec/peer_encoder.hpp"
#include "bench/command.hpp"
#include "bench/pacing/programs_option.hpp"
#include "bench/report/criterion.hpp"
#include "bench/report/table.hpp"
#include "bench/sample_pattern.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "stream/send/packer.hpp"

namespace idn::bench {
namespace {

using wire::SampleFormat;

struct PackOptions {
  std::uint64_t rounds = 5;
  Duration each = std::chrono::milliseconds(50);
  Programs programs = default_programs();
  std::string json;
};

constexpr char kPackMeaning[] =
    "Nanoseconds for the 100 samples of one datagram. copy: memcpy of the same octets. encode: neutral samples "
    "to "
    "octets; pack: to a whole datagram. send: through the socket of a stream, over loopback. share: of "
    "pack in "
    "pack + send. laser-dac encode: from values that already have their width on the wire to octets; convert: "
    "from "
    "what its applications hand over to octets.\n";

/// `max_datagram` has room for the largest format, whatever a network would allow.
stream::Packer create_packer(SampleFormat format) {
  return stream::Packer::create({.format = format, .max_datagram = 4096}).value();
}

/// A datagram without the configuration, as most are.
std::vector<std::byte> datagram_of(SampleFormat format) {
  auto packer = create_packer(format);
  const auto samples = sample_pattern(kSamples);
  packer.pack(samples, false);
  const auto second = packer.pack(samples, false);
  return {second.begin(), second.end()};
}

void add_format(Stopwatch& watch, SampleFormat format, LoopbackPair& net) {
  const auto samples = sample_pattern(kSamples);
  const std::size_t size = kSamples * wire::sample_size(format);
  add_copy(watch, name_of("copy", format), size);
  watch.add(name_of("encode", format), [=, octets = std::vector<std::byte>(size)]() mutable {
    wire::encode_samples(format, samples, octets);
    keep(octets.data());
  });
  watch.add(name_of("pack", format),
            [=, packer = create_packer(format)]() mutable { keep(packer.pack(samples, false).data()); });
  watch.add_timed(name_of("send", format), LoopbackPair::kBatch,
                  [&net, datagram = datagram_of(format)] { return net.send_batch(datagram); });
}

struct PackRow {
  SampleFormat format{};
  std::optional<Spread> copy{}, encode{}, speed{}, of_copy{};
  std::optional<Spread> peer_encode{}, peer_convert{}, peer_over_encode{};
  std::optional<Spread> pack{}, send{}, share_percent{};
};

std::optional<Spread> share_percent(const std::vector<double>& pack, const std::vector<double>& send) {
  std::vector<double> hundredths;
  for (std::size_t i = 0; i < pack.size(); ++i) hundredths.push_back((pack[i] + send[i]) / 100);
  return ratio(pack, hundredths);
}

PackRow row_of(const Stopwatch& watch, const PeerTimesByFormat& peer, SampleFormat format) {
  const auto times = [&](const char* what) { return watch.nanoseconds(name_of(what, format)); };
  PackRow row{.format = format,
              .copy = spread_of(times("copy")),
              .encode = spread_of(times("encode")),
              .speed = millions_per_second(kSamples, times("encode")),
              .of_copy = ratio(times("copy"), times("encode")),
              .pack = spread_of(times("pack")),
              .send = spread_of(times("send")),
              .share_percent = share_percent(times("pack"), times("send"))};
  if (const auto theirs = peer.find(std::string(to_string(format))); theirs != peer.end()) {
    row.peer_encode = spread_of(theirs->second.encode);
    row.peer_convert = spread_of(theirs->second.convert);
    row.peer_over_encode = ratio(theirs->second.encode, times("encode"));
  }
  return row;
}

std::vector<std::string> cells_of(const PackRow& row) {
  return {std::string(to_string(row.format)),
          text_of(row.copy),
          text_of(row.encode),
          text_of(row.speed),
          text_of(row.of_copy),
          text_of(row.peer_encode),
          text_of(row.peer_convert),
          text_of(row.peer_over_encode),
          text_of(row.pack),
          text_of(row.send),
          text_of(row.share_percent)};
}

Json to_json(const PackRow& row) {
  return {{"format", to_string(row.format)},
          {"copy_ns", to_json(row.copy)},
          {"encode_ns", to_json(row.encode)},
          {"million_samples_per_second", to_json(row.speed)},
          {"copy_over_encode", to_json(row.of_copy)},
          {"laser_dac_encode_ns", to_json(row.peer_encode)},
          {"laser_dac_convert_ns", to_json(row.peer_convert)},
          {"laser_dac_over_encode", to_json(row.peer_over_encode)},
          {"pack_ns", to_json(row.pack)},
          {"send_ns", to_json(row.send)},
          {"pack_share_percent", to_json(row.share_percent)}};
}

/// Only for the formats that shows are usually sent in.
std::vector<Criterion> criteria_of(const std::vector<PackRow>& rows) {
  std::vector<Criterion> list;
  for (const PackRow& row : rows) {
    if (row.format == SampleFormat::IspDb25 || row.format == SampleFormat::Extended) continue;
    list.push_back({fmt::format("share % of packing {} in packing and sending", to_string(row.format)),
                    row.share_percent, Criterion::Relation::AtMost, 6});
    if (row.format == SampleFormat::Xyrgb) continue;  // which laser-dac does not have
    list.push_back({fmt::format("laser-dac encode over encode of {}", to_string(row.format)),
                    row.peer_over_encode, Criterion::Relation::AtLeast, 1});
  }
  return list;
}

/// Measures the peer once. @return why that failed; empty if it did not
std::string measure(const PackOptions& options, PeerTimesByFormat& peer) try {
  measure_peer(options.programs.peer, options.each, peer);
  return "";
} catch (const std::runtime_error& error) {
  return error.what();
}

/// Measures this library and the peer in turn. @return why the peer could not be measured; empty if it could
std::string run_rounds(Stopwatch& watch, const PackOptions& options, PeerTimesByFormat& peer) {
  cli::StatusLine status;
  std::string missing;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    status.show(fmt::format("round {} of {}", round + 1, options.rounds));
    watch.run();
    if (missing.empty()) missing = measure(options, peer);
  }
  return missing;
}

int run_pack(const PackOptions& options) {
  LoopbackPair net;
  Stopwatch watch(options.each);
  for (const auto format : wire::kSampleFormats) add_format(watch, format, net);
  PeerTimesByFormat peer;
  const std::string missing = run_rounds(watch, options, peer);

  Table table({"format", "copy ns", "encode ns", "M samples/s", "copy / encode", "laser-dac encode ns",
               "laser-dac convert ns", "laser-dac / encode", "pack ns", "send ns", "share %"});
  std::vector<PackRow> rows;
  Json formats = Json::array();
  for (const auto format : wire::kSampleFormats) {
    rows.push_back(row_of(watch, peer, format));
    table.add(cells_of(rows.back()));
    formats.push_back(to_json(rows.back()));
  }
  const auto promises = criteria_of(rows);
  fmt::print("{}\n{}\n{}", table.text(), kPackMeaning, table_of(promises));
  if (!missing.empty())
    fmt::print("\nNo times of laser-dac: {}; lab/bench builds it where there is cargo.\n", missing);
  write_results(options.json, "pack",
                {{"samples", kSamples},
                 {"rounds", options.rounds},
                 {"formats", formats},
                 {"promises", to_json(promises)}});
  return cli::kOk;
}

}  // namespace

void add_pack(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<PackOptions>();
  const cli::CommandLine command = app.add_subcommand("pack", "What it costs to write samples into datagrams");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every measurement [5]");
  command.add_duration("--duration,-d", options->each, "of each measurement in a round [50ms]");
  add_programs(command, options->programs);
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_pack(*options); }; });
}

}  // namespace idn::bench
