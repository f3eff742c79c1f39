// SPDX-License-Identifier: MIT
#include "bench/pacing/measuring_unit.hpp"

#include <algorithm>
#include <atomic>

#include "bench/loopback_socket.hpp"
#include "idn/io/now.hpp"
#include "idn/io/receive/unit_loop.hpp"
#include "idn/stop_token.hpp"
#include "idn/stream/receive/client_meters.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

/// While no answer is urgent: between two reads of the socket. While one is: the longest wait for a datagram.
constexpr Duration kIdleReadInterval = 20ms;

class ArrivalLog final : public stream::ReceiverListener {
 public:
  ReceivedDatagrams reception;

  void on_datagram(const stream::DatagramReport& report) override {
    if (report.kind != stream::DatagramKind::Realtime) return;
    const auto* const measured = meters_.take(report);
    reception.lost += measured->number.missing;
    if (measured->number.fills_gap && reception.lost > 0) --reception.lost;
    if (measured->timing) reception.datagrams.push_back(*measured->timing);
  }

 private:
  stream::ClientMeters meters_;
};

stream::ReceiverConfig unit_config() {
  stream::ReceiverConfig config{};
  config.host_name = "measuring unit";
  config.services = stream::one_laser();
  return config;
}

}  // namespace

struct MeasuringUnit::State final : io::UnitHandler {
  io::UnitLoop loop;
  std::unique_ptr<io::UnitSocket> socket = open_loopback_socket(loop);
  ArrivalLog log;
  stream::Receiver receiver{unit_config(), log};
  Duration last_request{};  ///< when the last datagram came that requested an answer
  std::atomic<bool> has_samples = false;

  State() { loop.serve(*socket, *this); }

  void on_datagrams(std::span<const io::ReceivedDatagram> batch) override {
    for (const auto& datagram : batch) {
      if (!datagram.kernel_time) ++log.reception.unstamped;
      receiver.on_datagram(datagram.bytes, datagram.from, datagram.arrival);
      if (const auto answer = receiver.poll_transmit()) {
        socket->send(answer->bytes, answer->to, datagram.local);
        last_request = datagram.arrival.since_1970;
      }
    }
    has_samples = !log.reception.datagrams.empty();
  }
};

MeasuringUnit::MeasuringUnit(const ReadPolicy& policy) : state_(std::make_unique<State>()) {
  // Touched before the measurement: a first touch then may clear 2 MiB at once, and while the kernel does so,
  // the sender waits for this processor.
  state_->log.reception.datagrams.resize(1 << 18);
  state_->log.reception.datagrams.clear();
  thread_ = jthread([this, policy](const stop_token& stop) { serve(stop, policy); });
}

MeasuringUnit::~MeasuringUnit() = default;

std::uint16_t MeasuringUnit::port() const {
  return state_->socket->local().port;
}

std::string MeasuringUnit::address() const {
  return to_string(state_->socket->local());
}

bool MeasuringUnit::has_samples() const noexcept {
  return state_->has_samples;
}

void MeasuringUnit::serve(const stop_token& stop, const ReadPolicy& policy) {
  while (!stop.stop_requested()) {
    const Duration pause = policy.pause.value_or(Duration::max() / 2);
    const Duration until_urgent = state_->last_request + pause - io::since_1970();
    if (until_urgent > Duration::zero()) std::this_thread::sleep_for(std::min(until_urgent, kIdleReadInterval));
    state_->loop.turn(until_urgent > Duration::zero() ? TimePoint::min()
                                                      : io::monotonic_now() + kIdleReadInterval);
  }
}

ReceivedDatagrams MeasuringUnit::finish() {
  thread_.request_stop();
  thread_.join();
  state_->loop.drain();
  state_->log.reception.dropped = state_->socket->dropped();
  return std::move(state_->log.reception);
}

}  // namespace idn::bench
