// SPDX-License-Identifier: MIT
#include "bench/pacing/measuring_unit.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>

#include "cli/failure.hpp"
#include "idn/io/unit_socket.hpp"
#include "idn/stream/receiver.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kLoopback = 0x7F00'0001;
/// Between two looks into the socket.
constexpr Duration kSeldom = 20ms;

std::unique_ptr<io::UnitSocket> open_socket(boost::asio::io_context& context) {
  auto socket = io::UnitSocket::open(context, {.address = kLoopback, .port = 0});
  if (socket) return std::move(*socket);
  throw cli::Failure(
      cli::kEnvironment,
      fmt::format("cannot receive on loopback: {}; is there a network at all?", socket.error().message()));
}

class Log final : public stream::ReceiverListener {
 public:
  Reception reception;
  Duration arrival{};  ///< of the datagram that the receiver is about to see

  void on_packet(const stream::SessionId&, const stream::PacketReport& report) override {
    reception.lost += report.sequence.missing;
    if (report.sequence.fills_a_gap && reception.lost > 0) --reception.lost;
    if (!report.took_data) return;
    reception.datagrams.push_back({.arrival = arrival,
                                   .media = std::chrono::microseconds(report.media_us),
                                   .duration = std::chrono::microseconds(report.duration_us),
                                   .samples = report.samples});
  }
};

stream::ReceiverConfig config() {
  stream::ReceiverConfig config{};
  config.host_name = "measuring unit";
  config.services = {
      {.service_id = 1, .type = wire::ServiceType::LaserProjector, .name = wire::FixedText<20>("Laser")}};
  return config;
}

}  // namespace

struct MeasuringUnit::State {
  boost::asio::io_context context;
  std::unique_ptr<io::UnitSocket> socket = open_socket(context);
  Log log;
  stream::Receiver receiver{config(), log};
  Duration asked{};         ///< when the last datagram came that wanted an answer
  bool is_waiting = false;  ///< for the socket to become readable
};

MeasuringUnit::MeasuringUnit(const Answers& answers) : state_(std::make_unique<State>()) {
  state_->log.reception.datagrams.reserve(1 << 18);
  thread_ = std::jthread([this, answers](const std::stop_token& stop) { serve(stop, answers); });
}

MeasuringUnit::~MeasuringUnit() = default;

std::uint16_t MeasuringUnit::port() const {
  return state_->socket->local().port;
}

std::string MeasuringUnit::address() const {
  return to_string(state_->socket->local());
}

void MeasuringUnit::serve(const std::stop_token& stop, const Answers& answers) {
  while (!stop.stop_requested()) {
    const Duration pause = answers.pause.value_or(Duration::max() / 2);
    const Duration quiet = state_->asked + pause - since_1970();
    if (quiet > Duration::zero())
      std::this_thread::sleep_for(std::min(quiet, kSeldom));
    else
      wait_for_datagram();
    drain();
  }
}

void MeasuringUnit::wait_for_datagram() {
  if (!state_->is_waiting) state_->socket->wait([this](std::error_code) { state_->is_waiting = false; });
  state_->is_waiting = true;
  state_->context.restart();
  state_->context.run_one_for(kSeldom);
}

void MeasuringUnit::drain() {
  for (auto batch = state_->socket->receive(); !batch.empty(); batch = state_->socket->receive())
    for (const auto& datagram : batch) {
      if (!datagram.kernel_time) ++state_->log.reception.unstamped;
      state_->log.arrival = datagram.arrival;
      state_->receiver.on_datagram(datagram.bytes, datagram.from, TimePoint(datagram.arrival));
      if (const auto answer = state_->receiver.poll_transmit()) {
        state_->socket->send(answer->bytes, answer->to, datagram.local);
        state_->asked = datagram.arrival;
      }
    }
  has_samples_ = !state_->log.reception.datagrams.empty();
}

Reception MeasuringUnit::finish() {
  thread_.request_stop();
  thread_.join();
  drain();
  state_->log.reception.dropped = state_->socket->dropped();
  return std::move(state_->log.reception);
}

}  // namespace idn::bench
