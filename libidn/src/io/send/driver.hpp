// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "idn/io/send/clock.hpp"
#include "idn/statistics.hpp"
#include "io/send/transport.hpp"
#include "stream/send/sender_session.hpp"

namespace idn::io {

/// Datagrams of one stream that could not be sent; the stream goes on. Threads: one counts, any read.
/// Real-time: yes.
struct DriverStats {
  Counter send_errors;          ///< datagrams that the system refused
  Counter socket_full;          ///< datagrams lost because the send buffer was full (EAGAIN, ENOBUFS)
  Counter late_in_kernel;       ///< datagrams that the kernel dropped because their departure time had passed
                                ///< (SO_TXTIME)
  LatestValue<int> last_error;  ///< of send_errors, a value of std::system_category()
  /// Whether the last one tells that nobody listens there: std::system_category() does not know that on
  /// Windows.
  LatestValue<bool> is_refused;

  /// Counts one error of send() in the counter for its kind.
  void count(const std::error_code& error) noexcept {
    if (error == std::errc::resource_unavailable_try_again || error == std::errc::no_buffer_space)
      return socket_full.add();
    if (error == std::errc::operation_canceled) return late_in_kernel.add();
    send_errors.add();
    last_error.set(error.value());
    is_refused.set(error == std::errc::connection_refused);
  }
};

/// How soon an acknowledge that is expected is looked for, to measure its round-trip time.
inline constexpr Duration kAnswerPoll = std::chrono::milliseconds(1);

/// When to call send_due() next: `lead` before the deadline of the session; while an acknowledge is expected,
/// after `poll` at most.
inline TimePoint next_wake_up(const stream::SenderSession& session, TimePoint now, Duration lead = Duration{0},
                              Duration poll = kAnswerPoll) noexcept {
  const TimePoint deadline = session.next_deadline() - lead;
  return now < session.answer_expected_until() ? (std::min)(deadline, now + poll) : deadline;
}

/// The time that is passed to the session. With a `lead` (kernel pacing) a deadline at most `lead` ahead counts
/// as reached exactly, since the kernel holds the datagram back until then.
inline TimePoint session_time(const stream::SenderSession& session, TimePoint now, Duration lead) noexcept {
  const TimePoint deadline = session.next_deadline();
  return deadline - lead <= now ? (std::max)(now, deadline) : now;
}

/// Departure time of the datagram that poll_transmit() returned last. With a `lead`, an overdue one is moved to
/// a quarter of the lead from now, since queue disciplines like etf drop what is due in the past.
inline TimePoint departure(const stream::SenderSession& session, Clock& clock, Duration lead) noexcept {
  const TimePoint due = session.departure(), now = clock.now();
  return lead > Duration{0} && due < now ? now + lead / 4 : due;
}

/// Limit of answers that are read per session and wake-up, so that a flood cannot delay the tick thread. The
/// rest stays in the socket buffer.
inline constexpr int kMostAnswers = 16;

/// The first half of one iteration for one session: follows a change of the receiver (RetargetableTransport),
/// and queues what is due; flush `net` then. For loops over several sessions, which call it for each whose
/// deadline is reached. `lead`: how long before the departure time to send, for a transport that holds
/// datagrams back until then (kernel pacing); else zero. Threads: the tick thread. Real-time: yes (no heap,
/// lock, log).
inline void send_due(stream::SenderSession& session, Clock& clock, Transport& net, DriverStats& stats,
                     Duration lead = Duration{0}) {
  if (net.closes_old_receiver())
    session.leave();
  else if (net.take_retarget())
    session.on_retarget(clock.now(), net.new_service());
  while (const auto datagram = session.poll_transmit(session_time(session, clock.now(), lead))) {
    if (const std::error_code error = net.send_kept(*datagram, departure(session, clock, lead)))
      stats.count(error);
    if (!session.has_left()) continue;
    net.take_retarget();  // the change for which leave() was called
    session.on_retarget(clock.now(), net.new_service());
  }
}

/// The second half: reads at most kMostAnswers answers. After the flush of all sessions, since it takes time
/// that would delay them now and then. Threads: the tick thread. Real-time: yes (no heap, lock, log).
inline void read_answers(stream::SenderSession& session, Clock& clock, Transport& net) {
  std::array<std::byte, 64> answer;
  if (!session.looks_for_answer(clock.now())) return;
  for (int i = 0; i < kMostAnswers && session.awaits_answer(); ++i) {
    const std::size_t length = net.receive(answer);
    if (length == 0) break;
    session.on_datagram(ConstBytes(answer).first(length), clock.now());
  }
}

}  // namespace idn::io
