// SPDX-License-Identifier: MIT
// A device of the client layer that is always lit, until the process is killed. Usage: reconnect_device TARGET
// Prints each change of its state as a line of JSON, with the time since 1970.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <thread>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"

namespace {

using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

/// Polling interval of the state.
constexpr auto kPeriod = 2ms;

Json state_of(const idn::DeviceStatus& status) {
  return {{"link", idn::client::to_string(status.link)},
          {"armed", status.armed},
          {"remote", to_string(status.remote)},
          {"reconnects", status.reconnects},
          {"retargets", status.retargets},
          {"fault", status.fault ? Json(status.fault->message()) : Json(nullptr)}};
}

void print(const Json& state) {
  Json line{{"event", "state"}, {"unix_ns", idn::io::since_1970().count()}};
  line.update(state);
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

/// Tries again until the unit is found.
idn::Device open(idn::Devices& devices, const std::string& target) {
  for (;; std::this_thread::sleep_for(kPeriod))
    if (auto device = devices.open(target, {.rearm = true})) return *std::move(device);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  idn::Engine engine;
  idn::Devices devices(engine);
  idn::Device device = open(devices, argv[1]);
  device.arm(true);
  const auto filled = device.fill([](const idn::FillRequest&, std::span<idn::LaserSample> room) {
    std::ranges::fill(room, idn::LaserSample{.r = 0xFFFF, .g = 0xFFFF, .b = 0xFFFF});
    return room.size();
  });
  if (!filled) return 3;
  Json last;
  for (;; std::this_thread::sleep_for(kPeriod)) {
    const Json now = state_of(device.status());
    if (now != last) print(now);
    last = now;
  }
}
