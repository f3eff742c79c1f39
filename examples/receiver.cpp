// SPDX-License-Identifier: MIT
// A unit that counts the lit samples it receives, until Ctrl-C. Usage: example_receiver [PORT]
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>

#include "idn/io/now.hpp"
#include "idn/io/receive/unit_loop.hpp"

using namespace std::chrono_literals;

struct LightCounter : idn::stream::ReceiverListener {
  std::ptrdiff_t lit = 0;
  void on_datagram(const idn::stream::DatagramReport& report) override {
    if (const auto* chunk = report.laser())
      lit += std::ranges::count_if(chunk->samples, [](const auto& sample) { return !sample.is_dark(); });
  }
};

static volatile std::sig_atomic_t ended = 0;

int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { ended = 1; });
  const auto port = argc > 1 ? static_cast<std::uint16_t>(std::stoi(argv[1])) : idn::kIdnPort;

  LightCounter light;
  idn::stream::Receiver receiver({.host_name = "example", .services = idn::stream::one_laser()}, light);
  idn::io::UnitLoop loop;
  const auto socket = idn::io::UnitSocket::open(loop, {.port = port}).value();
  std::printf("receiving on port %u\n", socket->local().port), std::fflush(stdout);
  loop.serve(*socket, receiver);  // answers searches and acknowledges; any number of units
  while (!ended && !loop.turn(idn::io::monotonic_now() + 100ms)) {
  }
  loop.drain();  // processes what arrived before Ctrl-C
  std::printf("%td lit samples\n", light.lit);
}
