// SPDX-License-Identifier: MIT
#include "plugins/jack/connection.hpp"

#include <algorithm>
#include <optional>

#include "idn/io/now.hpp"
#include "plugins/jack/device_player.hpp"

namespace idn::jack {
namespace {

using namespace std::chrono_literals;

Duration time_of(std::uint32_t samples, SampleRate rate) noexcept {
  return Duration(1s) * samples / rate.per_second;
}

/// A period comes at once, and its thread gets a processor late.
Duration latency_for(Duration wanted, Duration period) noexcept {
  return std::max(wanted, period + period / 2 + 5ms);
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) noexcept {
  xruns += other.xruns;
  missed += other.missed;
  late += other.late;
  dropped += other.dropped;
  begun += other.begun;
  return *this;
}

Connection::Connection(std::unique_ptr<Client> client, plugins::Output& output, std::uint32_t rate,
                       Duration latency)
    : client_(std::move(client)),
      output_(output),
      rate_(rate != 0 ? SampleRate{rate} : client_->rate()),
      feed_(client_->input(), client_->rate(), rate_, latency_for(latency, period())) {
  latency_ns_.set(latency_for(latency, period()).count());
  thread_ = std::jthread([this](const std::stop_token& stop) { feed(stop); });
}

Connection::~Connection() {
  thread_.request_stop();
  thread_.join();
}

Totals Connection::totals() const noexcept {
  const InputRing& input = client_->input();
  return {.xruns = input.xruns(),
          .missed = input.missed(),
          .late = feed_.late(),
          .dropped = input.dropped(),
          .begun = feed_.begun()};
}

Duration Connection::period() const noexcept {
  return time_of(client_->period(), client_->rate());
}

/// JACK's thread must not wake this one, so it looks for itself, some times per period.
void Connection::feed(const std::stop_token& stop) {
  std::optional<DevicePlayer> player;
  while (!stop.stop_requested()) {
    if (const Duration needed = latency_for(latency(), period()); needed > latency()) {
      latency_ns_.set(needed.count());
      feed_.set_latency(needed);
    }
    auto device = output_.device();
    if (!device) {
      player.reset();
      feed_.restart();
    } else if (!player || player->device() != device) {
      player.emplace(std::move(device));
      feed_.restart();
    }
    if (player) feed_.step(*player, io::monotonic_now());
    std::this_thread::sleep_for(std::clamp<Duration>(period() / 8, 500us, 4ms));
  }
}

}  // namespace idn::jack
