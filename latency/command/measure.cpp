// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <memory>

#include "cli/failure.hpp"
#include "cli/file.hpp"
#include "latency/command/commands.hpp"
#include "latency/report/report.hpp"

namespace idn::latency {
namespace {

struct MeasureCommand : MeasureOptions {
  bool json = false;
  bool each = false;
  std::string html{};
};

constexpr const char* kMeasureManual = R"(
Triggers, datagrams on loopback, come at random times. The application answers each with a marker: 16 bits in the
colours of 28 samples, in the line of a circle, no brighter than that. A receiver of this program decodes what
arrives, and finds them.

The way of the first sample of a marker, and its stages, which sum to the whole exactly:
  T0  the trigger came, by the kernel's stamp
  T1  the application hands over the sample             input   T0 to T1
  T2  its datagram is due                               wait    T1 to T2
  T3  the system is asked to send it                    late    T2 to T3
  T4  it leaves, by the stamp of kernel or network card stack   T3 to T4
  T5  the receiver's kernel has it                      wire    T4 to T5
  T6  the receiver's output shows the sample            buffer  T5 to T6
Where a stamp is missing, the time of the next stage counts to the one that the stamp would have ended. The output is
that of a receiver with a buffer of fixed length. Triggers whose sample came after it should have been shown are not in
time: they are counted, but in no stage. Dark share: dark time between the first and the last light, as a part of all
time between them.

With a relay in between, here 100 km of fibre; --distance adds it to the estimate:
  idn_server relay --port 7300 --to 127.0.0.1:7301 --distance 100
  idn_latency measure --port 7301 --target 127.0.0.1:7300 --distance 100
)";

void write_page(const std::string& path, const std::string& page) {
  cli::AtomicFile file(path);
  file.write(std::as_bytes(std::span(page)));
  file.commit();
}

int run_measure(MeasureCommand options) {
  const Outcome result = measure(options);
  if (result.remote) options.buffer = result.remote->latency;
  if (!options.html.empty()) write_page(options.html, measure_html(options, result));
  fmt::print("{}", options.json ? measure_json(options, result, options.each) : measure_text(options, result));
  return result.lost + result.not_in_time > 0 ? cli::kFindings : cli::kOk;
}

}  // namespace

void add_measure(const cli::Command& app, Run& run) {
  const auto options = std::make_shared<MeasureCommand>();
  const cli::Command command = app.add_subcommand("measure", "Measure the latency of a path on this machine");
  add_path_options(command, *options);
  command
      .add_option(
          "--receiver", [options](const std::string& text) { options->receiver = text == "own" ? "" : text; },
          "own, or another one as a device names it, HOST[:PORT][/SERVICE], which cannot be measured inside: "
          "its reported latency counts; for the producer device [own]")
      .type_name("HOST");
  const cli::Option port =
      command.add_count("--port", options->port, 1, 65535,
                        "UDP port of the receiver, on every interface [any free one of loopback]");
  command
      .add_option("--target,-t", options->target,
                  "where the producer streams to, HOST:PORT, when something stands between it and the receiver")
      .type_name("TARGET")
      .needs(port);
  command.add_count("--clicks", options->triggers, 1, 1'000'000, "triggers [1000]");
  command.add_duration(
      "--interval", options->interval,
      "between triggers on average, evenly from half to one and a half of it [20ms; frames: three "
      "times --period; shared: 60ms]");
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
