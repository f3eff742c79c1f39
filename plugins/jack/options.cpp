// SPDX-License-Identifier: MIT
#include "plugins/jack/options.hpp"

namespace idn::jack {
namespace {

void read_ports(const std::vector<std::string>& names, std::vector<Signal>& ports) {
  for (const std::string& name : names) {
    const auto signal = signal_from(name);
    if (!signal || static_cast<std::size_t>(*signal) < kUsualSignals)
      throw cli::wrong_value("--add-ports", fmt::format("\"{}\" is none of i, u1, u2, u3", name));
    ports.push_back(*signal);
  }
}

}  // namespace

void add_options(cli::Program& program, JackOptions& options) {
  program.add_option("--venue", options.venue_file, kVenueOption).type_name("FILE");
  program
      .add_option(
          "PROJECTOR", options.projector,
          "the projector: one of the venue file, or a unit, service or host as idn_sender takes it; without it "
          "the first of the venue file, or the first that is found")
      .type_name("");
  program.add_flag(
      "--openlase", options.openlase,
      "connect the ports out_x, out_y, out_r, out_g and out_b of libol, or of the first client that "
      "has them, whenever it appears");
  program.add_option("--connect", options.source, "the same for the client of this name").type_name("CLIENT");
  program
      .add_option(
          "--rate,-r",
          [&options](const std::string& text) {
            options.rate = static_cast<std::uint32_t>(cli::read_count("--rate", text, 1, SampleRate::kMax));
          },
          "resample to so many samples per second; without it JACK's rate is that of the projector")
      .type_name("N");
  program
      .add_list(
          "--add-ports",
          [&options](const std::vector<std::string>& names) { read_ports(names, options.extra_ports); },
          "ports beside x, y, r, g and b: i, u1, u2, u3")
      .type_name("LIST");
  program.add_flag("--transport", options.transport, "dark while JACK's transport is stopped");
  program.add_option("--name", options.name, "of the JACK client; default idn").type_name("NAME");
  program.add_option("--server", options.server, "of JACK, where several run").type_name("NAME");
  program
      .add_option(
          "--duration,-d",
          [&options](const std::string& text) {
            const auto duration = cli::parse_duration(text);
            if (!duration || *duration <= Duration{0})
              throw cli::wrong_value("--duration", fmt::format("\"{}\" is no time such as 10s", text));
            options.duration = *duration;
          },
          "end after this time, 10s; without it Ctrl-C ends")
      .type_name("TIME");
}

Venue with_one_projector(Venue venue, const std::string& name) {
  if (!name.empty())
    venue.projectors = {venue.find(name)};
  else if (venue.projectors.size() > 1)
    venue.projectors.resize(1);
  return venue;
}

}  // namespace idn::jack
