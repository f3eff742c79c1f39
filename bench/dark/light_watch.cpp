// SPDX-License-Identifier: MIT
#include "bench/dark/light_watch.hpp"

#include <algorithm>
#include <atomic>

#include "bench/loopback_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

constexpr Duration kReadInterval = 20ms;

/// Whether the output still shows what it has buffered.
bool plays_buffer_out(stream::EndReason reason) noexcept {
  return reason == stream::EndReason::Closed;
}

class LightLog final : public stream::ReceiverListener {
 public:
  SeenLight seen;
  std::atomic<std::size_t> datagrams = 0;
  std::atomic<std::size_t> lit = 0;
  std::atomic<std::size_t> dark_since_lit = 0;
  std::atomic<bool> has_ended = false;

  void on_datagram(const stream::DatagramReport& report) override {
    if (report.laser() == nullptr) return;
    const stream::SampleChunk& chunk = *report.laser();
    const Duration arrival = report.arrival.since_1970;
    const auto dark = std::find_if(chunk.samples.rbegin(), chunk.samples.rend(),
                                   [](const LaserSample& sample) { return !sample.is_dark(); });
    const auto until_dark = chunk.samples.rend() - dark;
    SeenDatagram datagram{.arrival = arrival, .is_lit = until_dark > 0};
    if (datagram.is_lit) {
      datagram.lit_until = arrival + (chunk.playout - chunk.arrival) +
                           std::chrono::nanoseconds(std::chrono::microseconds(chunk.duration_us)) * until_dark /
                               static_cast<std::ptrdiff_t>(chunk.samples.size());
      lit.fetch_add(1);
      dark_since_lit = 0;
    } else {
      dark_since_lit.fetch_add(1);
    }
    seen.datagrams.push_back(datagram);
    datagrams.fetch_add(1);
  }

  void on_dark(const stream::ChannelId&, stream::EndReason reason, Instant at) override {
    seen.ends.push_back({at.since_1970, reason});
    has_ended = true;
  }
};

stream::ReceiverConfig projector_config() {
  stream::ReceiverConfig config{};
  config.host_name = "light watch";
  config.services = stream::one_laser();
  config.playout = stream::PlayoutConfig{.is_adaptive = false};
  return config;
}

}  // namespace

std::optional<Duration> SeenLight::last_lit() const noexcept {
  const auto last = std::find_if(datagrams.rbegin(), datagrams.rend(), [](const auto& d) { return d.is_lit; });
  if (last == datagrams.rend()) return std::nullopt;
  return last->arrival;
}

std::optional<Duration> SeenLight::first_dark() const noexcept {
  const auto last = std::find_if(datagrams.rbegin(), datagrams.rend(), [](const auto& d) { return d.is_lit; });
  if (last == datagrams.rbegin() || last == datagrams.rend()) return std::nullopt;
  return last.base()->arrival;
}

std::optional<Duration> SeenLight::last_shown() const noexcept {
  std::optional<Duration> last;
  for (const SeenDatagram& datagram : datagrams) {
    if (!datagram.is_lit) continue;
    Duration until = datagram.lit_until;
    for (const SeenEnd& end : ends)
      if (!plays_buffer_out(end.reason) && end.at >= datagram.arrival) until = std::min(until, end.at);
    last = std::max(last.value_or(until), until);
  }
  return last;
}

struct LightWatch::State final : io::UnitHandler {
  io::UnitLoop loop;
  std::unique_ptr<io::UnitSocket> socket = open_loopback_socket(loop);
  LightLog log;
  stream::Receiver receiver{projector_config(), log};

  State() { loop.serve(*socket, *this); }

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    for (const auto& datagram : batch) {
      if (!datagram.kernel_time) ++log.seen.unstamped;
      receiver.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
      if (const auto answer = receiver.poll_transmit())
        static_cast<void>(socket->send(answer->bytes, answer->to, datagram.local));
    }
  }
  TimePoint next_deadline() const noexcept override { return receiver.next_deadline(); }
  void on_deadline(TimePoint now) override { receiver.on_deadline(now); }
};

LightWatch::LightWatch() : state_(std::make_unique<State>()) {
  state_->log.seen.datagrams.reserve(1 << 12);
  thread_ = jthread([this](const stop_token& stop) { serve(stop); });
}

LightWatch::~LightWatch() = default;

std::string LightWatch::address() const {
  return to_string(state_->socket->local());
}

std::size_t LightWatch::datagrams() const noexcept {
  return state_->log.datagrams;
}

std::size_t LightWatch::lit() const noexcept {
  return state_->log.lit;
}

std::size_t LightWatch::dark_since_lit() const noexcept {
  return state_->log.dark_since_lit;
}

bool LightWatch::has_ended() const noexcept {
  return state_->log.has_ended;
}

void LightWatch::serve(const stop_token& stop) {
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(kReadInterval);
    state_->loop.turn(TimePoint::min());
  }
}

SeenLight LightWatch::finish() {
  thread_.request_stop();
  thread_.join();
  state_->loop.drain();
  state_->log.seen.dropped = state_->socket->dropped();
  return std::move(state_->log.seen);
}

}  // namespace idn::bench
