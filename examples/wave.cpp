// SPDX-License-Identifier: MIT
// Five turns of a circle in 50 ms, as samples. Usage: example_wave HOST [PORT]
#include <cmath>
#include <numbers>
#include <string>
#include <thread>
#include <vector>

#include "idn/io/driver.hpp"
#include "idn/io/realtime.hpp"
#include "idn/io/system_clock.hpp"
#include "idn/io/udp_transport.hpp"
#include "idn/stream/wave_session.hpp"

namespace {

std::vector<idn::LaserSample> circle() {
  std::vector<idn::LaserSample> samples(5000);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 1000;
    samples[i].x = static_cast<std::int16_t>(20'000 * std::cos(angle));
    samples[i].y = static_cast<std::int16_t>(20'000 * std::sin(angle));
    samples[i].g = 0xFFFF;
  }
  return samples;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string host = argc > 1 ? argv[1] : "127.0.0.1";
  const auto port = argc > 2 ? static_cast<std::uint16_t>(std::stoi(argv[2])) : idn::kIdnPort;
  const std::vector<idn::LaserSample> samples = circle();

  auto session = idn::stream::WaveSession::create({}).value();  // 100 kHz, 100 samples per datagram
  auto net = idn::io::UdpTransport::open(host, port).value();
  std::jthread ticker([&](std::stop_token stop) {
    idn::io::RealtimeScope realtime;
    idn::io::SystemClock clock(idn::io::WaitMode::Hybrid);
    idn::io::DriverStats stats;
    idn::io::run(*session, clock, *net, stats, stop);
  });
  session->push(samples);  // from your thread; what is missing when it is due is dark
  session->finish();       // plays out, then a blanked chunk, channel close, session close
}
