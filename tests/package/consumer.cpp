// SPDX-License-Identifier: MIT
// An external program: streams ten milliseconds of dark samples.
#include <idn/io/driver.hpp>
#include <idn/io/monotonic_clock.hpp>
#include <idn/io/realtime.hpp>
#include <idn/io/udp_transport.hpp>
#include <idn/stream/wave_session.hpp>
#include <thread>

int main() {
  const std::vector<idn::LaserSample> samples(1000);
  auto session = idn::stream::WaveSession::create({}).value();  // 100 kHz, 100 samples per datagram
  auto net = idn::io::UdpTransport::open("127.0.0.1", idn::kIdnPort).value();
  std::jthread ticker([&](std::stop_token stop) {
    idn::io::RealtimeScope realtime;
    idn::io::MonotonicClock clock(idn::io::WaitMode::Hybrid);
    idn::io::DriverStats stats;
    idn::io::run(*session, clock, *net, stats, stop);
  });
  session->push(samples);  // from your thread; samples that are missing when they are due are dark
  session->finish();       // plays out, then a blanked chunk, channel close, session close
  ticker.join();
  return session->stats().samples.value() >= samples.size() ? 0 : 1;
}
