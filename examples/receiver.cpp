// SPDX-License-Identifier: MIT
// A unit that tells what it receives: example_receiver [PORT], until Ctrl-C.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "idn/io/now.hpp"
#include "idn/io/unit_loop.hpp"

struct Light : idn::stream::ReceiverListener {
  std::ptrdiff_t lit = 0;
  void on_samples(const idn::stream::ChannelId& id, const idn::stream::SampleChunk& chunk) override {
    const auto dark = std::ranges::count_if(chunk.samples, &idn::LaserSample::is_dark);
    lit += std::ssize(chunk.samples) - dark;
    std::printf("%s: %zu samples\n", to_string(id.session.key.source).c_str(), chunk.samples.size());
  }
};

static volatile std::sig_atomic_t ended = 0;

int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { ended = 1; });
  const auto port = static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : idn::kIdnPort);

  Light light;
  idn::stream::Receiver receiver({.unit_id = idn::wire::UnitId::eui48({2, 0, 0, 0, 0, 1}),
                                  .host_name = "example",
                                  .services = idn::stream::one_laser()},
                                 light);
  idn::io::UnitLoop loop;
  const auto socket = idn::io::UnitSocket::open(loop, {.port = port});
  if (!socket) return std::fprintf(stderr, "%s; choose a port\n", socket.error().message().c_str()), 3;
  loop.serve(**socket, receiver);
  std::printf("receiving on port %u\n", (*socket)->local().port), std::fflush(stdout);
  while (!ended && !loop.turn(idn::io::monotonic_now() + std::chrono::milliseconds(100))) continue;
  loop.drain();
  std::printf("%td lit samples\n", light.lit);
}
