// SPDX-License-Identifier: MIT
// A JACK client with the ports and levels of openlase. The position of each sample encodes its JACK frame
// number: x and y are its two digits in base 65535, in 65535 steps from the lowest position; red is 1, green
// 0.5, blue 0.25. Reads commands line by line: "late MS" (the next period takes so long), "hostile" (random and
// invalid values from now on), "roll", "halt" (the transport), "quit".
#include <jack/jack.h>
#include <jack/transport.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <thread>

namespace {

constexpr std::uint32_t kSteps = 65'535;
constexpr std::array<const char*, 5> kNames{"out_x", "out_y", "out_r", "out_g", "out_b"};

struct Source {
  jack_client_t* client = nullptr;
  std::array<jack_port_t*, 5> ports{};
  std::atomic<unsigned> late_ms{0};
  std::atomic<bool> hostile{false};
  std::uint32_t state = 1;
};

float step(std::uint32_t number) {
  return static_cast<float>((static_cast<double>(number) - 32'767) / 32'767);
}

/// A pseudorandom number of any magnitude, or NaN or infinity.
float hostile(std::uint32_t& state) {
  state = state * 1'664'525U + 1'013'904'223U;
  const std::uint32_t kind = state >> 28;
  const float value = static_cast<float>(state & 0xFFFFFF) / 0x800000 - 1;
  if (kind == 0) return std::numeric_limits<float>::quiet_NaN();
  if (kind == 1) return std::numeric_limits<float>::infinity();
  if (kind == 2) return -std::numeric_limits<float>::infinity();
  return kind < 6 ? value * 1e30F : value * 1.5F;
}

int process(jack_nframes_t count, void* argument) {
  Source& source = *static_cast<Source*>(argument);
  const std::uint32_t first = jack_last_frame_time(source.client);
  std::array<float*, 5> to{};
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = static_cast<float*>(jack_port_get_buffer(source.ports[i], count));
  if (const unsigned late = source.late_ms.exchange(0); late > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(late));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t frame = first + i;
    const std::array<float, 5> values{step(frame % kSteps), step(frame / kSteps % kSteps), 1, 0.5F, 0.25F};
    for (std::size_t port = 0; port < to.size(); ++port)
      to[port][i] = source.hostile.load(std::memory_order_relaxed) ? hostile(source.state) : values[port];
  }
  return 0;
}

void obey(Source& source, const std::string& line) {
  std::istringstream words(line);
  std::string command;
  unsigned number = 0;
  words >> command >> number;
  if (command == "late") source.late_ms = number;
  if (command == "hostile") source.hostile = true;
  if (command == "roll") jack_transport_start(source.client);
  if (command == "halt") jack_transport_stop(source.client);
}

}  // namespace

int main() {
  Source source;
  jack_status_t status{};
  source.client = jack_client_open("libol", JackNoStartServer, &status);
  if (source.client == nullptr) return 3;
  jack_set_process_callback(source.client, process, &source);
  for (std::size_t i = 0; i < kNames.size(); ++i)
    source.ports[i] =
        jack_port_register(source.client, kNames[i], JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  if (jack_activate(source.client) != 0) return 3;
  std::puts("ready");
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line) && line != "quit";) obey(source, line);
  jack_client_close(source.client);
  return 0;
}
