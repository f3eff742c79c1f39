// SPDX-License-Identifier: MIT
#pragma once

#include "io/send/driver.hpp"

namespace idn::test {

/// Drives one session on the calling thread, from start() to the session close, as a loop drives its streams.
/// `lead`: see io::send_due().
inline void run(stream::SenderSession& session, io::Clock& clock, io::Transport& net, io::DriverStats& stats,
                Duration lead = Duration{0}) {
  session.start(clock.now());
  while (!session.is_done()) {
    clock.wait_until(io::next_wake_up(session, clock.now(), lead));
    io::send_due(session, clock, net, stats, lead);
    net.flush();
    io::read_answers(session, clock, net);
  }
}

}  // namespace idn::test
