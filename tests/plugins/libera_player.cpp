// SPDX-License-Identifier: MIT
// A host of Libera plug-ins that plays one device: a circle for N seconds, or N samples from standard input in
// the layout of idn::LaserSample. Usage:
//   libera_player PLUGIN RATE seconds|samples N [TARGET [search]]
// IDN_VENUE names the settings, unless a TARGET is given. With "search" the settings also have a unit that
// does not exist, so that the plug-in searches all the time. Prints the plug-in's properties at the end.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include "idn/sample.hpp"
#include "plugins/libera_host.hpp"
#include "support/set_variable.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace idn::test;
using namespace std::chrono_literals;

void draw_circle(std::span<libera_point_t> points, unsigned& position) {
  constexpr unsigned kPointsOfCircle = 600;
  constexpr double kRadius = 20'000, kTurn = 6.283185307179586;
  for (auto& point : points) {
    const double angle = kTurn * (position++ % kPointsOfCircle) / kPointsOfCircle;
    point = {.x = static_cast<std::int16_t>(kRadius * std::cos(angle)),
             .y = static_cast<std::int16_t>(kRadius * std::sin(angle)),
             .r = 0xFFFF,
             .g = 0x8000,
             .b = 0,
             .i = 0xFFFF,
             .u1 = 0,
             .u2 = 0};
  }
}

void read_samples(std::span<libera_point_t> points, std::atomic<std::uint64_t>& read) {
  for (auto& point : points) {
    idn::LaserSample sample;
    if (std::fread(&sample, sizeof sample, 1, stdin) != 1) sample = {};
    point = {.x = sample.x,
             .y = sample.y,
             .r = sample.r,
             .g = sample.g,
             .b = sample.b,
             .i = sample.intensity,
             .u1 = sample.u1,
             .u2 = sample.u2};
  }
  read += points.size();
}

void print_properties(const LiberaPlugin& plugin, void* controller) {
  for (std::uint32_t i = 0; i < plugin->property_count; ++i) {
    const auto value = libera_property(plugin, controller, i);
    std::printf("%s %s\n", plugin->properties[i].key, value ? value->c_str() : "failed");
  }
}

/// Disarms, arms and sets the rate, between samples.
void disturb(const LiberaPlugin& plugin, void* controller, std::uint32_t rate, unsigned number) {
  if (number % 7 == 3) plugin->set_armed(controller, false);
  if (number % 7 == 4) plugin->set_armed(controller, true);
  plugin->set_point_rate(controller, rate);
}

int play(const LiberaPlugin& plugin, void* backend, std::uint32_t rate, const std::string& unit,
         std::uint64_t amount) {
  const auto list = libera_list(plugin, backend);
  if (list.empty()) return std::fprintf(stderr, "no device\n"), 3;
  const bool reads = unit == "samples";
  std::atomic<std::uint64_t> read{0};
  unsigned position = 0;
  const auto content = [&](std::span<libera_point_t> points) {
    reads ? read_samples(points, read) : draw_circle(points, position);
  };
  LiberaPlayer player(plugin, backend, list[0], content, {.rate = rate});
  plugin->set_armed(player.controller(), true);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(amount);
  for (unsigned number = 0; reads ? read < amount : std::chrono::steady_clock::now() < end; ++number) {
    std::this_thread::sleep_for(20ms);
    if (reads) disturb(plugin, player.controller(), rate, number);
  }
  if (reads) return 0;
  std::printf("latencies %llu, the last one %.3f ms; errors %llu %s\n",
              static_cast<unsigned long long>(player.reports().latencies),
              static_cast<double>(player.reports().last_latency_ns) / 1e6,
              static_cast<unsigned long long>(player.reports().errors), player.reports().last_error().c_str());
  print_properties(plugin, player.controller());
  return 0;
}

/// A settings file with one device, during the lifetime of this object.
class Settings {
 public:
  Settings(const std::string& target, bool searches) : variable_("IDN_VENUE", folder_ / "venue.toml") {
    std::ofstream file(folder_ / "venue.toml");
    file << "plugins.log_file = \"\"\n[[projector]]\ntarget = \"" << target << "\"\n";
    if (searches) file << "[[projector]]\ntarget = \"01-0123456789AB\"\n";
  }

 private:
  TemporaryFolder folder_;
  SetVariable variable_;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 5 || argc > 7) return 2;
  std::optional<Settings> settings;
  if (argc > 5) settings.emplace(argv[5], argc > 6);
  const LiberaPlugin plugin(argv[1]);
  const auto services = libera_services();
  void* const backend = plugin->create_backend(&services);
  const int code = play(plugin, backend, static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)),
                        argv[3], std::strtoull(argv[4], nullptr, 10));
  plugin->destroy_backend(backend);
  return code;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 3;
}
