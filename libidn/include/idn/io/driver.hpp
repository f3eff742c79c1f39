// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <stop_token>

#include "idn/io/clock.hpp"
#include "idn/io/transport.hpp"
#include "idn/stream/sender_session.hpp"

namespace idn::io {

/// What the network refused; the stream goes on.
struct DriverStats {
  stream::Counter send_errors;
  stream::Counter last_error;   ///< errno-style value of the latest
  stream::Counter socket_full;  ///< datagrams lost since the system had no room to send them

  void count(const std::error_code& error) noexcept {
    if (error == std::errc::resource_unavailable_try_again || error == std::errc::no_buffer_space)
      return socket_full.add();
    send_errors.add();
    last_error.set(static_cast<std::uint64_t>(error.value()));
  }
};

/// Streams that tick slowly look for answers more often while one is expected.
inline TimePoint next_wake_up(const stream::SenderSession& session, TimePoint now) noexcept {
  constexpr Duration kAnswerPoll = std::chrono::milliseconds(1);
  const TimePoint deadline = session.next_deadline();
  return now < session.answer_expected_until() ? std::min(deadline, now + kAnswerPoll) : deadline;
}

/// Sends what is due and takes the answers. For loops that serve several sessions: each when its deadline has
/// come.
inline void serve(stream::SenderSession& session, Clock& clock, Transport& net, DriverStats& stats) {
  std::array<std::byte, 64> answer;
  while (const auto datagram = session.poll_transmit(clock.now())) {
    if (const std::error_code error = net.send(*datagram)) stats.count(error);
  }
  while (session.awaits_answer()) {
    const std::size_t length = net.receive(answer);
    if (length == 0) break;
    session.on_datagram(ConstBytes(answer).first(length), clock.now());
  }
}

/// The whole real-time loop: from start() to the session close, on the calling thread. A stop request closes
/// the stream properly, which takes two ticks.
inline void run(stream::SenderSession& session, Clock& clock, Transport& net, DriverStats& stats,
                std::stop_token stop) {
  session.start(clock.now());
  while (!session.is_done()) {
    clock.wait_until(next_wake_up(session, clock.now()));
    if (stop.stop_requested()) session.close();
    serve(session, clock, net, stats);
  }
}

}  // namespace idn::io
