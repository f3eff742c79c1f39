// SPDX-License-Identifier: MIT
// A sender session that receives arbitrary datagrams. Input: a sequence of datagrams; between two of them the
// stream continues.
#include "support/wave_session.hpp"

#include "fuzz/sequence.hpp"
#include "fuzz/target.hpp"

namespace idn::fuzz {
namespace {

/// Polls all datagrams that are due.
void play(test::WaveSession& session, TimePoint now) {
  while (const auto datagram = session.poll_transmit(now))
    require(datagram->size() <= stream::PackerConfig::kDefaultMaxDatagram);
  require(session.is_done() ? session.next_deadline() == kNever : session.next_deadline() > now);
}

}  // namespace

void run_sender(ConstBytes input) {
  const auto created = test::WaveSession::create({}, test::WaveSession::kRing,
                                                 {.acknowledge_period = std::chrono::milliseconds(5)});
  require(created.has_value());
  test::WaveSession& session = **created;
  TimePoint now{std::chrono::seconds(1000)};
  session.start(now);
  Sequence sequence(input);
  while (const auto step = sequence.next()) {
    now += step->elapsed;
    if (!step->only_time) session.on_datagram(step->datagram, now);
    play(session, now);
  }
  const auto& stats = session.stats();
  require(stats.acks_received.value() == 0 || stats.acks_requested.value() > 0);
  // The blanked chunk and both closes must be sent within a few ticks.
  session.close();
  for (int i = 0; i < 4; ++i) play(session, std::max(now, session.next_deadline()));
  require(session.is_done());
}

}  // namespace idn::fuzz
