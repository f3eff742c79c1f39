// SPDX-License-Identifier: MIT
#include "plugins/jack/options.hpp"

#include <algorithm>

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
  program
      .add_option(
          "DEVICE", options.device,
          "the projector: a device of the settings file, or a unit, service or host as idn_sender takes "
          "it; without it the first of the settings, or the first that is found")
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

plugins::Settings with_one_device(plugins::Settings settings, const std::string& name) {
  auto& outputs = settings.outputs;
  if (name.empty()) {
    if (outputs.size() > 1) outputs.resize(1);
    return settings;
  }
  const auto found = std::ranges::find_if(outputs, [&](const plugins::WantedOutput& output) {
    return output.name == name || output.target == name;
  });
  plugins::WantedOutput one{.target = name, .name = {}, .settings = settings.defaults};
  if (found != outputs.end()) one = *found;
  outputs = {one};
  return settings;
}

}  // namespace idn::jack
