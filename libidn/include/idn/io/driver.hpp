// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <stop_token>

#include "idn/counter.hpp"
#include "idn/io/clock.hpp"
#include "idn/io/transport.hpp"
#include "idn/stream/sender_session.hpp"

namespace idn::io {

/// What the network refused; the stream goes on.
struct DriverStats {
  Counter send_errors;          ///< datagrams that the system refused
  Counter socket_full;          ///< datagrams lost since the system had no room to send them
  Counter late_in_kernel;       ///< datagrams that the kernel dropped because their departure had passed
  LatestValue<int> last_error;  ///< of send_errors, a value of std::system_category()

  /// Counts one, by its kind.
  void count(const std::error_code& error) noexcept {
    if (error == std::errc::resource_unavailable_try_again || error == std::errc::no_buffer_space)
      return socket_full.add();
    if (error == std::errc::operation_canceled) return late_in_kernel.add();
    send_errors.add();
    last_error.set(error.value());
  }
};

/// Streams that tick slowly look for answers more often while one is expected. `lead` as serve() gets it.
inline TimePoint next_wake_up(const stream::SenderSession& session, TimePoint now,
                              Duration lead = Duration{0}) noexcept {
  constexpr Duration kAnswerPoll = std::chrono::milliseconds(1);
  const TimePoint deadline = session.next_deadline() - lead;
  return now < session.answer_expected_until() ? std::min(deadline, now + kAnswerPoll) : deadline;
}

/// What the session is told the time is: a deadline within the lead counts as come, and as kept to the
/// nanosecond, since the transport is about to see to that.
inline TimePoint session_time(const stream::SenderSession& session, TimePoint now, Duration lead) noexcept {
  const TimePoint deadline = session.next_deadline();
  return deadline - lead <= now ? std::max(now, deadline) : now;
}

/// When the datagram that was handed out last is to leave. What is overdue gets a moment that is still to come,
/// since some transports drop what should have left already.
inline TimePoint departure(const stream::SenderSession& session, Clock& clock, Duration lead) noexcept {
  const TimePoint due = session.departure(), now = clock.now();
  return lead > Duration{0} && due < now ? now + lead / 4 : due;
}

/// Answers that one wake-up takes at most: what floods a socket must not hold up the thread that keeps the
/// time. More than that waits for the next wake-ups, or for the operating system to drop it.
inline constexpr int kMostAnswers = 16;

/// Sends what is due and takes the answers, kMostAnswers at most. For loops that serve several sessions: each
/// when its deadline has come. With a `lead` it serves that much ahead of time, for a transport that holds each
/// datagram back until its departure.
inline void serve(stream::SenderSession& session, Clock& clock, Transport& net, DriverStats& stats,
                  Duration lead = Duration{0}) {
  std::array<std::byte, 64> answer;
  if (net.closes_old_receiver())
    session.leave();
  else if (net.take_retarget())
    session.on_retarget(clock.now(), net.new_service());
  while (const auto datagram = session.poll_transmit(session_time(session, clock.now(), lead))) {
    if (const std::error_code error = net.send_kept(*datagram, departure(session, clock, lead)))
      stats.count(error);
    if (!session.has_left()) continue;
    net.take_retarget();
    session.on_retarget(clock.now(), net.new_service());
  }
  if (!session.looks_for_answer(clock.now())) return;
  for (int i = 0; i < kMostAnswers && session.awaits_answer(); ++i) {
    const std::size_t length = net.receive(answer);
    if (length == 0) break;
    session.on_datagram(ConstBytes(answer).first(length), clock.now());
  }
}

/// The whole real-time loop: from start() to the session close, on the calling thread. A stop request is
/// SenderSession::stop(): dark and closed within two ticks, but behind finish() what was pushed is played
/// first. Who cannot wait for that calls SenderSession::close() instead. `lead` as serve() gets it.
inline void run(stream::SenderSession& session, Clock& clock, Transport& net, DriverStats& stats,
                const std::stop_token& stop, Duration lead = Duration{0}) {
  session.start(clock.now());
  while (!session.is_done()) {
    clock.wait_until(next_wake_up(session, clock.now(), lead));
    if (stop.stop_requested()) session.stop();
    serve(session, clock, net, stats, lead);
  }
}

}  // namespace idn::io
