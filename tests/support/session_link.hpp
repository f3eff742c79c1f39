// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "idn/stream/receive/receiver.hpp"
#include "stream/send/light_switch.hpp"
#include "stream/send/sender_session.hpp"

/// Connects a sender session with the receiver, in virtual time.
namespace idn::test {

constexpr TimePoint kStart{std::chrono::seconds(1000)};
inline const Endpoint kSource = Endpoint::ipv4(0x7F000001, 5000);

inline LaserSample lit_at(int x) {
  return {.x = static_cast<std::int16_t>(x), .y = 100, .r = 0xFFFF, .intensity = 0xFFFF};
}

/// Stores what the receiver reports.
struct Seen : stream::ReceiverListener {
  struct Chunk {
    TimePoint arrival;
    std::int64_t media_us;
    std::vector<LaserSample> samples;
    bool once;
  };
  void on_datagram(const stream::DatagramReport& report) override {
    if (report.kind != stream::DatagramKind::Realtime) return;
    if (const auto* chunk = report.laser())
      chunks.push_back(
          {chunk->arrival, chunk->media_us, {chunk->samples.begin(), chunk->samples.end()}, chunk->once});
    packets.push_back(report.arrival.at);
    if (report.message != nullptr && report.message->config) configured.push_back(report.arrival.at);
    events |= report.pipeline_events & ~wire::pipeline_event::kRouted;
  }
  void on_session_closed(const stream::SessionId&, stream::EndReason reason, TimePoint) override {
    ends.push_back(reason);
  }
  std::vector<Chunk> chunks;
  /// Number of chunks with any lit sample.
  std::size_t lit() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        chunks, [](const Chunk& c) { return !std::ranges::all_of(c.samples, &LaserSample::is_dark); }));
  }
  std::vector<TimePoint> packets;
  std::vector<TimePoint> configured;
  std::vector<stream::EndReason> ends;
  unsigned events = 0;
};

/// A switch that is on, without a hold time.
struct LightOn : stream::LightSwitch {
  LightOn() : LightSwitch((Duration::max)(), {}) {
    arm(true);
    resume();
  }
};

/// A sender and a receiver, connected without delay; acknowledges take 100 us. The connection can be cut.
template <class Session>
struct SessionLink {
  template <class... Args>
  explicit SessionLink(Args&&... args) : sender(Session::create(args...).value()) {
    restart_receiver();
  }

  void restart_receiver() {
    stream::ReceiverConfig config;
    config.services.push_back({1, wire::ServiceType::LaserProjector, wire::ServiceMapEntry::kDefaultService, 0,
                               wire::FixedText<20>("Laser")});
    receiver = std::make_unique<stream::Receiver>(config, seen);
  }
  /// Runs to the end of the stream, or to the last deadline before `until`.
  void run(TimePoint until = kNever) {
    if (!started) sender->start(kStart);
    started = true;
    while (!sender->is_done() && sender->next_deadline() < until) {
      now = sender->next_deadline();
      while (const auto datagram = sender->poll_transmit(now)) {
        ++sent;
        wire.push_back({now, datagram->size()});
        if (is_cut || (loses && loses(sent))) continue;
        receiver->on_datagram(*datagram, kSource, now);
        if (const auto answer = receiver->poll_transmit())
          sender->on_datagram(answer->bytes, now + std::chrono::microseconds(100));
      }
    }
  }
  stream::ReceiverState state() const { return sender->stats().receiver.value(); }

  Seen seen;
  std::unique_ptr<Session> sender;
  std::unique_ptr<stream::Receiver> receiver;
  TimePoint now;
  std::size_t sent = 0;
  struct Sent {
    TimePoint at;
    std::size_t octets;
  };
  std::vector<Sent> wire;
  bool is_cut = false;
  std::function<bool(std::size_t)> loses;  ///< whether the n-th datagram to the receiver, from 1, is lost
  bool started = false;
};

}  // namespace idn::test
