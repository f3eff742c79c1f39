// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "idn/io/find/network.hpp"
#include "plugins/tool/kind_report.hpp"
#include "plugins/tool/links.hpp"
#include "plugins/tool/offers.hpp"

namespace {

using namespace idn;
using plugins::Offer;

constexpr const char* kManual = R"(
Without a command it searches the network once and prints what each plug-in would offer to its host now, and why
a device is missing. It opens nothing and lights nothing.

Settings are in the venue file, as for idn_sender: the one that the environment variable IDN_VENUE names, else the
first of these that is there: venue.toml in $XDG_CONFIG_HOME/idn or ~/.config/idn, then in /etc/idn; %APPDATA%\idn
and %PROGRAMDATA%\idn on Windows; ~/Library/Application Support/idn and /etc/idn on macOS. Without a file the
devices are those that a search finds. idn_sender venue init writes one.

Exit codes
  0  every device answers
  1  a device is missing, or there is none
  2  usage, or settings that are wrong
  3  a file or folder refuses
)";

constexpr const char* kLinkManual = R"(
Hosts look for libraries under the names of other makers, which are not shipped with ours. This makes links of such
names in FOLDER, copies on Windows: one folder for each kind of host, FOLDER/helios and so on; with --for, those of
one kind in FOLDER itself, which may be that of the host. All hosts of Libera plug-ins look in the same folder, so
for these FOLDER can be left out; they get copies, since their plug-in manager cannot remove a link. Other files of
these names are kept unless --replace is given, also a copy of before an upgrade. docs/plugins.md lists which host
looks where.

Examples
  idn_plugins link --for libera
  idn_plugins link ~/the/folder/of/the/host --for helios
  idn_plugins link ~/names
)";

stream::UnitList search(const std::vector<Endpoint>& addresses, bool with_broadcast) {
  io::DiscoveryOptions options;
  options.search.addresses = addresses;
  options.broadcast = with_broadcast;
  return io::discover(options).found;
}

std::optional<Endpoint> resolve(const std::string& host, std::uint16_t port) {
  const auto endpoint = io::resolve(host, port);
  return endpoint ? std::optional(*endpoint) : std::nullopt;
}

void print_offer(std::size_t number, const Offer& offer) {
  fmt::print("  {:>2}  {}  {}  ", number, cli::printable(offer.name), cli::printable(offer.target));
  if (offer.at)
    fmt::print("at {}, {} samples/s{}\n", to_string(*offer.at), offer.settings.rate,
               offer.settings.hosts.armed ? "" : ", dark since the settings have armed = false");
  else
    fmt::print("missing: {}\n", cli::printable(offer.missing));
}

void print_kinds(const std::vector<Offer>& all) {
  fmt::print("\nPlug-ins, and what hosts would see now\n");
  for (const auto& kind : plugins::host_kinds())
    fmt::print("  {:<14}  {}: {}\n{:18}{}\n", kind.name, kind.hosts,
               cli::printable(plugins::shown_devices(kind, all)), "",
               plugins::host_instructions(kind, plugins::installed_file(kind), all.size()));
}

int show() {
  const auto venue = load_venue();
  if (!venue) throw cli::Failure(cli::kUsage, venue.error());
  fmt::print("Venue  {}\n", venue->file.empty()
                                ? "none, so defaults; the first place for one is " +
                                      (venue_paths().empty() ? "unknown" : venue_paths().front())
                                : venue->file);
  fmt::print("Log    {}\n", venue->log_file.empty() ? "none" : venue->log_file);
  const auto all = plugins::offers(*venue, search, resolve);
  if (all.empty())
    fmt::print("\nNo device: no unit answers; check power, cable and firewall, or name it in the venue file\n");
  else
    fmt::print("\nDevices by the number that hosts have for them\n");
  for (std::size_t i = 0; i < all.size(); ++i) print_offer(i, all[i]);
  const auto answering = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Offer& offer) { return offer.at.has_value(); }));
  print_kinds(all);
  return answering > 0 && answering == all.size() ? cli::kOk : cli::kFindings;
}

int link(const plugins::LinkRequest& request) {
  for (const auto& line : plugins::make_links(request)) fmt::print("{}\n", line);
  return cli::kOk;
}

void add_link_options(const cli::CommandLine& command, plugins::LinkRequest& request) {
  command.add_option("FOLDER", request.folder, "where the links come, made where it is missing");
  command
      .add_list(
          "--for", [&request](const std::vector<std::string>& kinds) { request.kinds = kinds; },
          "kinds of hosts: " + plugins::library_kinds() + " [all]")
      .choices(plugins::library_kinds())
      .type_name("LIST");
  command.add_option("--libraries", request.from, "folder of the libraries [where they were installed]")
      .type_name("FOLDER");
  command.add_flag("--replace", request.replaces, "what is there under these names is removed");
  if (!plugins::kUsuallyCopies)
    command.add_flag("--copy", request.copies, "copies, for hosts that do not see the rest of the system");
  command.footer(kLinkManual);
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_main("idn_plugins", [&] {
    cli::Program app("idn_plugins", "Shows what plug-ins offer to the software of other makers.");
    app.footer(kManual);
    std::function<int()> run = show;
    plugins::LinkRequest request;
    const cli::CommandLine linking =
        app.add_subcommand("link", "Give the libraries the names that hosts look for");
    add_link_options(linking, request);
    linking.callback([&] { run = [&] { return link(request); }; });
    if (const auto code = app.parse(argc, argv)) return *code;
    return run();
  });
}
