// SPDX-License-Identifier: MIT
#include "plugins/jack/client_feed.hpp"

#include <algorithm>
#include <optional>

#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"
#include "plugins/jack/device_sink.hpp"

namespace idn::jack {
namespace {

using namespace std::chrono_literals;

Duration time_of(std::uint32_t samples, SampleRate rate) noexcept {
  return Duration(1s) * samples / rate.per_second;
}

/// All samples of a period arrive at once, and JACK's thread may be scheduled late: at least 1.5 periods
/// plus 5 ms.
Duration latency_for(Duration wanted, Duration period) noexcept {
  return std::max(wanted, period + period / 2 + 5ms);
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) noexcept {
  xruns += other.xruns;
  missed += other.missed;
  late += other.late;
  dropped += other.dropped;
  starts += other.starts;
  return *this;
}

ClientFeed::ClientFeed(std::unique_ptr<Client> client, plugins::Output& output, std::uint32_t rate,
                       Duration latency)
    : client_(std::move(client)),
      output_(output),
      rate_(rate != 0 ? SampleRate{rate} : client_->rate()),
      feed_(client_->input(), client_->rate(), rate_, latency_for(latency, period())) {
  latency_ns_.set(latency_for(latency, period()).count());
  thread_ = jthread([this](const stop_token& stop) { feed(stop); });
}

ClientFeed::~ClientFeed() {
  thread_.request_stop();
  thread_.join();
}

Totals ClientFeed::totals() const noexcept {
  const InputRing& input = client_->input();
  return {.xruns = input.xruns(),
          .missed = input.missed(),
          .late = feed_.late(),
          .dropped = input.dropped(),
          .starts = feed_.starts()};
}

Duration ClientFeed::period() const noexcept {
  return time_of(client_->period(), client_->rate());
}

/// Polls eight times per period, but every 0.5 to 4 ms: JACK's real-time thread must not make the system call
/// that wakes this one.
void ClientFeed::feed(const stop_token& stop) {
  std::optional<DeviceSink> sink;
  while (!stop.stop_requested()) {
    if (const Duration needed = latency_for(latency(), period()); needed > latency()) {
      latency_ns_.set(needed.count());
      feed_.set_latency(needed);
    }
    auto device = output_.device();
    if (!device) {
      sink.reset();
      feed_.restart();
    } else if (!sink || sink->device() != device) {
      sink.emplace(std::move(device));
      feed_.restart();
    }
    if (sink) feed_.step(*sink, io::monotonic_now());
    std::this_thread::sleep_for(std::clamp<Duration>(period() / 8, 500us, 4ms));
  }
}

}  // namespace idn::jack
