// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "cli/command_line.hpp"
#include "cli/failure.hpp"
#include "cli/text.hpp"
#include "idn/io/resolve.hpp"
#include "plugins/tool/links.hpp"
#include "plugins/tool/offers.hpp"

namespace {

using namespace idn;
using plugins::Offer;

constexpr const char* kManual = R"(
Without a command it searches the network once and prints what each plug-in would offer to its host now, and why
a device is missing. Nothing is opened, and nothing gets light.

Settings are in the file that the environment variable IDN_PLUGINS names, else in the first of these that is
there: plugins.toml in $XDG_CONFIG_HOME/idn or ~/.config/idn, then in /etc/idn; %APPDATA%\idn and
%PROGRAMDATA%\idn on Windows; ~/Library/Application Support/idn and /etc/idn on macOS. Without a file the
devices are those that a search finds.

Exit codes
  0  every device answers
  1  a device is missing, or there is none
  2  usage, or settings that are wrong
  3  a file or folder refuses
)";

constexpr const char* kLinkManual = R"(
Puts links into FOLDER under the names by which hosts look for the libraries of other makers, copies on Windows.
Names that are something else already are left alone unless --replace is given. docs/plugins.md tells which
host wants them where.
)";

stream::UnitList search(const std::vector<Endpoint>& addresses, bool everybody) {
  io::DiscoveryOptions options;
  options.search.addresses = addresses;
  options.broadcast = everybody;
  return io::discover(options).found;
}

std::optional<Endpoint> resolve(const std::string& host, std::uint16_t port) {
  const auto place = io::resolve(host, port);
  return place ? std::optional(*place) : std::nullopt;
}

void print_offer(std::size_t number, const Offer& offer) {
  fmt::print("  {:>2}  {}  {}  ", number, cli::printable(offer.name), cli::printable(offer.target));
  if (offer.at)
    fmt::print("at {}, {} samples/s{}\n", to_string(*offer.at), offer.settings.rate,
               offer.settings.armed ? "" : ", dark since the settings have armed = false");
  else
    fmt::print("missing: {}\n", cli::printable(offer.missing));
}

int show() {
  const auto settings = plugins::load_settings();
  if (!settings) throw cli::Failure(cli::kUsage, settings.error());
  fmt::print("Settings  {}\n",
             settings->file.empty()
                 ? "none, so defaults; the first place for them is " +
                       (plugins::settings_places().empty() ? "unknown" : plugins::settings_places().front())
                 : settings->file);
  fmt::print("Log       {}\n", settings->log_file.empty() ? "none" : settings->log_file);
  const auto all = plugins::offers(*settings, search, resolve);
  if (all.empty())
    fmt::print("\nNo device: no unit answers; check power, cable and firewall, or name it in the settings\n");
  else
    fmt::print("\nDevices by the number that hosts have for them\n");
  for (std::size_t i = 0; i < all.size(); ++i) print_offer(i, all[i]);
  const auto answering = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Offer& offer) { return offer.at.has_value(); }));
  fmt::print("\nPlug-ins\n");
  for (const auto& library : plugins::linked_libraries())
    fmt::print("  {}  {} of {} devices, as {}\n", library.plugin, answering, all.size(), library.file);
  return answering > 0 && answering == all.size() ? cli::kOk : cli::kFindings;
}

struct LinkOptions {
  std::string folder, from;
  bool replaces = false;
};

int link(const LinkOptions& options) {
  const std::string from = options.from.empty() ? plugins::library_folder() : options.from;
  for (const auto& line : plugins::make_links(options.folder, from, options.replaces)) fmt::print("{}\n", line);
  return cli::kOk;
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run_main("idn_plugins", [&] {
    cli::Program app("idn_plugins", "Shows what plug-ins offer to the software of other makers.");
    app.footer(kManual);
    std::function<int()> run = show;
    LinkOptions options;
    const cli::Command linking = app.add_subcommand("link", "Give the libraries the names that hosts look for");
    linking.add_option("FOLDER", options.folder, "where a host looks for them, made where it is missing")
        .required();
    linking.add_option("--from", options.from, "folder of the libraries [where they were installed]")
        .type_name("FOLDER");
    linking.add_flag("--replace", options.replaces, "what is there under these names is removed");
    linking.footer(kLinkManual);
    linking.callback([&] { run = [&] { return link(options); }; });
    if (const auto code = app.parse(argc, argv)) return *code;
    return run();
  });
}
