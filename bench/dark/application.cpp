// SPDX-License-Identifier: MIT
// A minimal application for idn_bench dark: it shows light until its standard input ends, then ends the light
// by the method that its first argument names. It handles no signals and catches no exceptions. It prints the
// time just before it ends the light, in nanoseconds since 1970, and the time just after if the call returns.
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "idn/idn.hpp"
#include "idn/io/now.hpp"

namespace {

/// Writes the time without a buffer, whose content would be lost if the process died.
void print_now() {
  std::array<char, 32> line{};
  const auto now = static_cast<long long>(idn::io::since_1970().count());
  const int length = std::snprintf(line.data(), line.size(), "%lld\n", now);
  if (write(STDOUT_FILENO, line.data(), static_cast<std::size_t>(length)) != length) std::abort();
}

void await_command() {
  char octet = 0;
  while (read(STDIN_FILENO, &octet, 1) > 0) {
  }
}

/// Waits forever, so that the end of the process does not end the light.
void wait_forever() {
  for (;;) pause();
}

/// Fills with lit samples, or throws once `throws` is set.
std::size_t light(std::span<idn::LaserSample> room, const std::atomic<bool>& throws) {
  if (throws) {
    print_now();
    throw std::runtime_error("no more ideas");
  }
  for (std::size_t i = 0; i < room.size(); ++i)
    room[i] = {.x = static_cast<std::int16_t>(100 * (i % 100)), .g = 0xFFFF};
  return room.size();
}

/// For calls that return: prints the times before and after `call`.
template <class Call>
void timed(Call call) {
  print_now();
  call();
  print_now();
  wait_forever();
}

void end_light(std::string_view method, std::optional<idn::Device>& device) {
  if (method == "arm") timed([&] { device->arm(false); });
  if (method == "blackout" || method == "blackout-abort") timed([&] { device->blackout(true); });
  if (method == "arm-abort")
    timed([&] {
      device->arm(false);
      device->abort();
    });
  if (method == "stop") timed([&] { static_cast<void>(device->stop()); });
  if (method == "destructor") timed([&] { device.reset(); });
  print_now();
  if (method == "exit") std::exit(0);
  if (method == "exception") throw std::runtime_error("nobody catches this");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends when its parent does
  const std::string_view method = argv[1];
  std::atomic<bool> throws = false;
  idn::Engine engine;
  idn::Devices devices(engine);
  auto opened = devices.open(argv[2], {.abort_on_blackout = method == "blackout-abort"});
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().message().c_str());
    return 3;
  }
  std::optional<idn::Device> device(*std::move(opened));
  device->arm(true);
  const auto filled = device->fill(
      [&](const idn::FillRequest&, std::span<idn::LaserSample> room) { return light(room, throws); });
  if (!filled) return 3;
  await_command();
  if (method == "signal") wait_forever();
  if (method == "throw") {
    throws = true;
    wait_forever();
  }
  end_light(method, device);
  return 0;  // the method "return"
}
