// SPDX-License-Identifier: MIT
#include "plugins/etherdream/bridge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/end_signals.hpp"
#include "cli/failure.hpp"
#include "cli/json_text.hpp"
#include "cli/standard_streams.hpp"
#include "cli/text.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::etherdream {
namespace {

using Json = nlohmann::ordered_json;

Json event(const char* name, const plugins::Output& output) {
  return {{"event", name}, {"unix_ns", io::since_1970().count()}, {"projector", output.name()}};
}

std::string text_of(const std::array<std::uint8_t, 6>& mac) {
  return fmt::format("{:02x}", fmt::join(mac, ":"));
}

tl::expected<Venue, std::string> venue_for(const BridgeOptions& options) {
  auto venue = load_venue(options.venue_file);
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  return choose_projectors(*std::move(venue), options.targets);
}

}  // namespace

Bridge::Bridge(const BridgeOptions& options)
    : options_(options), rack_("etherdream", venue_for(options), plugins::Arming::BySettings) {
  for (const int number : cli::end_signals()) signals_.add(number);
  const std::size_t count = rack_.scan();
  const auto& addresses = options_.addresses;
  if (count == 0)
    throw cli::Failure(cli::kEnvironment,
                       "no projector found; switch one on, or name it: idn_etherdream 10.0.0.11");
  if (count > 1 && addresses.size() != count)
    throw cli::Failure(cli::kUsage, fmt::format("{} projectors, but {} addresses; give --address for each, or "
                                                "name one projector",
                                                count, addresses.size()));
  for (std::size_t i = 0; i < count; ++i) add(*rack_.at(i), addresses.empty() ? 0 : addresses[i]);
}

void Bridge::add(plugins::Output& output, std::uint32_t address) {
  Firmware firmware = options_.firmware;
  firmware.mac = hardware_address(output.target());
  const DacAddress at{Endpoint::ipv4(address, options_.port), options_.announce_to};
  dacs_.push_back(std::make_unique<EmulatedDac>(output));
  EmulatedDac& emulated = *dacs_.back();
  try {
    emulated.server =
        std::make_unique<DacServer>(emulated.context, at, firmware, options_.behaviour, emulated.rack_output,
                                    [this, &output](const std::string& text) { print_message(output, text); });
  } catch (const boost::system::system_error& error) {
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format(
            "cannot listen at {}: {}; give an address of this machine, and end other programs on this port",
            to_string(at.local), error.code().message()));
  }
  report_start(emulated);
}

void Bridge::print(const std::string& line) const {
  const std::lock_guard lock(printing_);
  std::fputs(line.c_str(), stdout);  // write errors are reported at the end
  cli::flush_output();
}

void Bridge::print_message(const plugins::Output& output, const std::string& text) const {
  if (!options_.json) return print(cli::printable(output.name()) + ": " + text + "\n");
  Json line = event("message", output);
  line["text"] = text;
  print(cli::json_line(line));
}

void Bridge::report_start(EmulatedDac& emulated) const {
  const auto local = emulated.server->local();
  const std::string mac = text_of(emulated.server->dac().firmware().mac);
  const std::string problem = emulated.rack_output.is_present() ? "" : emulated.output.problem();
  if (!options_.json) {
    const std::string missing = problem.empty() ? "" : "; announced when it is there: " + problem;
    return print_message(emulated.output,
                         fmt::format("an Ether Dream, {}, at {}{}", mac, to_string(local), missing));
  }
  Json line = event("start", emulated.output);
  line["address"] = to_string(local);
  line["port"] = local.port;
  line["mac"] = mac;
  line["missing"] = problem;
  print(cli::json_line(line));
}

void Bridge::end(EmulatedDac& emulated) const {
  emulated.server->end();
  const Dac& dac = emulated.server->dac();
  const SentTotals& sent = emulated.rack_output.sent();
  if (!options_.json)
    return print_message(emulated.output,
                         fmt::format("{} points played, {} underruns", dac.points(), dac.underruns()));
  Json line = event("summary", emulated.output);
  line["points"] = dac.points();
  line["underruns"] = dac.underruns();
  line["samples"] = sent.samples;
  line["datagrams"] = sent.datagrams;
  line["starved_samples"] = sent.starved_samples;
  line["late_ticks"] = sent.late_ticks;
  line["reanchors"] = sent.reanchors;
  line["send_errors"] = sent.send_errors;
  print(cli::json_line(line));
}

int Bridge::run() {
  signals_.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) context_.stop();
  });
  {
    std::vector<jthread> threads;
    for (const auto& emulated : dacs_) threads.emplace_back([&context = emulated->context] { context.run(); });
    context_.run();
    for (const auto& emulated : dacs_) emulated->context.stop();
  }
  for (const auto& emulated : dacs_) end(*emulated);
  return cli::kOk;
}

}  // namespace idn::etherdream
