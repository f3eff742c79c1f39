// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "bench/command.hpp"
#include "bench/parse/capture.hpp"
#include "bench/report/result_file.hpp"
#include "bench/report/table.hpp"
#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/terminal.hpp"
#include "support/temporary_folder.hpp"

namespace idn::bench {
namespace {

struct ParseOptions {
  std::uint64_t rounds = 5;
  std::uint64_t packets = 60'000;
  std::string program = IDN_PARSER;
  std::string json;
};

template <class Work>
double nanoseconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

void read_only(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::vector<char> block(1 << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
  }
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// What the program prints. A pipe shows exactly when the program ends; polling for that would be coarse.
std::string output_of(const std::string& command) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), command);
  std::string output;
  std::array<char, 65536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), pipe))
    output.append(block.data(), count);
  pclose(pipe);
  return output;
}

/// Checks that the whole capture was parsed, since a parser that skips packets would appear fast.
void check(const std::string& report, std::uint64_t packets) {
  const auto parsed = nlohmann::json::parse(report, nullptr, false);
  if (parsed.is_discarded() || parsed["traffic"]["datagrams"] != packets || parsed["streams"].size() != 1)
    throw cli::Failure(cli::kFindings, "idn_parser did not see the whole capture");
}

struct Times {
  std::vector<double> read;
  std::vector<double> parse;
};

Times measure(const std::string& file, const ParseOptions& options) {
  Times times;
  cli::StatusLine status;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    status.show(fmt::format("round {} of {}", round + 1, options.rounds));
    times.read.push_back(nanoseconds_of([&] { read_only(file); }));
    std::string report;
    times.parse.push_back(nanoseconds_of(
        [&] { report = output_of(fmt::format("{} --json {}", quoted(options.program), quoted(file))); }));
    check(report, options.packets);
  }
  return times;
}

int run_parse(const ParseOptions& options) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "stream.pcap";
  const auto octets = static_cast<double>(write_capture(file, options.packets));
  const Times times = measure(file, options);

  const auto packets = millions_per_second(static_cast<double>(options.packets), times.parse);
  const auto speed = millions_per_second(octets, times.parse);
  const auto read_speed = millions_per_second(octets, times.read);
  const auto of_read = ratio(times.read, times.parse);
  Table table({"capture", "packets", "MB", "M packets/s", "parse MB/s", "read MB/s", "read / parse"});
  table.add({"one stream, 100 kHz", std::to_string(options.packets), number(octets / 1e6), text_of(packets),
             text_of(speed), text_of(read_speed), text_of(of_read)});
  fmt::print(
      "What idn_parser does with a capture in the page cache, from its start to its end: it reads, decodes, "
      "measures and prints its report as JSON. read: the same file, read and forgotten.\n\n{}",
      table.text());
  write_results(options.json, "parse",
                {{"rounds", options.rounds},
                 {"packets", options.packets},
                 {"octets", octets},
                 {"million_packets_per_second", to_json(packets)},
                 {"parse_mb_per_second", to_json(speed)},
                 {"read_mb_per_second", to_json(read_speed)},
                 {"read_over_parse", to_json(of_read)}});
  return cli::kOk;
}

}  // namespace

void add_parse(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<ParseOptions>();
  const cli::CommandLine command = app.add_subcommand("parse", "How fast idn_parser takes a capture");
  command.add_count("--rounds", options->rounds, 1, 1000, "of every measurement [5]");
  command.add_count("--packets", options->packets, 1000, 10'000'000, "in the capture [60k]");
  command.add_option("--parser", options->program, "the program idn_parser [as built]").type_name("FILE");
  add_results_option(command, options->json);
  command.callback([options, &run] { run = [options] { return run_parse(*options); }; });
}

}  // namespace idn::bench
