// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "latency/command/commands.hpp"
#include "latency/report/report.hpp"
#include "venue/venue.hpp"

namespace idn::latency {
namespace {

struct MeasureCommand : MeasureOptions {
  bool json = false;
  bool each = false;
  std::string html{};
  std::string venue_file{};
};

constexpr const char* kMeasureManual = R"(
Triggers, datagrams on loopback, come at random times. The application draws a circle, and answers each trigger with
a marker: a 16-bit number in the colours of 28 samples of the circle, no brighter than the rest of it. A receiver of
this program decodes what arrives, and finds the markers.

The way of the first sample of a marker, and its stages, which sum to the whole exactly:
  T0  the trigger came, by the kernel's stamp
  T1  the application hands over the sample             input   T0 to T1
  T2  its datagram is due                               wait    T1 to T2
  T3  the system is asked to send it                    late    T2 to T3
  T4  it leaves, by the stamp of kernel or network card stack   T3 to T4
  T5  the receiver's kernel has it                      wire    T4 to T5
  T6  the receiver's output shows the sample            buffer  T5 to T6
Where a stamp is missing, the stage that it would have ended also contains the next one. The output is
that of a receiver with a buffer of fixed length. Triggers whose sample came after it should have been shown are not in
time: they are counted, but in no stage. Dark share: dark time between the first and the last light, as a part of all
time between them.

With a relay in between, here 100 km of fibre; --distance adds the delay to the column "estimated":
  idn_server relay --port 7300 --target 127.0.0.1:7301 --distance 100
  idn_latency measure --port 7301 --target 127.0.0.1:7300 --distance 100
)";

void write_page(const std::string& path, const std::string& page) {
  cli::AtomicFile file(path);
  file.write(std::as_bytes(std::span(page)));
  file.commit();
}

int run_measure(MeasureCommand options) {
  if (!options.receiver.empty()) {
    const auto venue = load_venue(options.venue_file);
    if (!venue) throw cli::Failure(cli::kUsage, venue.error());
    options.receiver = venue->find(options.receiver).target;
  }
  choose_for_end_to_end(options);
  const LatencyReport result = measure(options);
  if (result.remote) options.buffer = result.remote->latency;
  if (!options.html.empty()) write_page(options.html, measure_html(options, result));
  fmt::print("{}", options.json ? measure_json(options, result, options.each) : measure_text(options, result));
  return result.lost + result.not_in_time > 0 ? cli::kFindings : cli::kOk;
}

}  // namespace

void add_measure(const cli::CommandLine& app, Run& run) {
  const auto options = std::make_shared<MeasureCommand>();
  const cli::CommandLine command =
      app.add_subcommand("measure", "Measure the latency of a path on this machine");
  add_path_options(command, *options);
  command
      .add_option(
          "--receiver", [options](const std::string& text) { options->receiver = text == "own" ? "" : text; },
          "own, or that of others, only with --producer device: it cannot be measured inside, so the latency "
          "that it reports is used; as for --target of idn_sender play [own]")
      .type_name("TARGET");
  command.add_option("--venue", options->venue_file, kVenueOption).type_name("FILE");
  const cli::Option port =
      command.add_count("--port", options->port, 1, 65535,
                        "UDP port of the receiver, on every interface [any free one of loopback]");
  command
      .add_option("--target,-t", options->target,
                  "where the producer streams to when something stands between it and the receiver")
      .type_name("HOST:PORT")
      .needs(port);
  command.add_count("--triggers", options->triggers, 1, 1'000'000, "triggers [1000]");
  command.add_duration(
      "--interval", options->interval,
      "mean time between triggers, which is random from 0.5 to 1.5 times this [20ms; frames: three "
      "times --period; shared: 60ms; at least four times --work]");
  command.add_count("--seed", options->seed, 1, std::uint64_t{1} << 53, "of the random times [random]");
  command.add_flag("--json", options->json, "one JSON object");
  command.add_flag("--each", options->each, "--json: with the stamps of each trigger");
  command.add_output_file("--html", options->html, "a page with bars and histograms of the stages");
  command.check([options] {
    if (!options->receiver.empty() && (options->producer != Producer::Device || options->port != 0))
      throw cli::wrong_value("--receiver",
                             "what is sent to another receiver is known of the producer device only; "
                             "leave out --producer, --port and --target");
  });
  command.footer(kMeasureManual);
  command.callback([options, &run] { run = [options] { return run_measure(*options); }; });
}

}  // namespace idn::latency
