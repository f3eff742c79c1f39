// SPDX-License-Identifier: MIT
// What a receiver shows of any stream, over a network without faults and with loss, duplicates and reordering.
#include <algorithm>

#include "property/generated_network.hpp"
#include "property/generated_stream.hpp"
#include "property/property.hpp"
#include "support/wave_packet.hpp"
#include "unit/stream/receiver_fixture.hpp"

using namespace idn;
using test::any_stream;
using test::GeneratedStream;
using test::ReceiverFixture;

namespace {

/// A receiver with long time-outs, which are not tested here.
ReceiverFixture patient_receiver() {
  auto config = test::example_config();
  config.link_timeout = config.session_timeout = std::chrono::hours(1);
  return ReceiverFixture(config);
}

void deliver(const test::SentDatagram& datagram, ReceiverFixture& fixture) {
  fixture.now = std::max(fixture.now, datagram.at);
  fixture.receiver.on_datagram(datagram.octets, test::kClient, fixture.now);
}

std::vector<LaserSample> shown(const ReceiverFixture& fixture) {
  std::vector<LaserSample> all;
  for (const auto& chunk : fixture.journal.chunks) std::ranges::copy(chunk.samples, std::back_inserter(all));
  return all;
}

/// The samples that must be shown for this order of arrival: of datagrams that are newer than all before, from
/// the first one with a configuration on.
std::vector<LaserSample> expected(const GeneratedStream& made, const std::vector<std::size_t>& arrivals) {
  std::vector<LaserSample> all;
  std::size_t next = 0;
  bool configured = false;
  for (const std::size_t i : arrivals) {
    if (i < next) continue;
    next = i + 1;
    configured = configured || test::WavePacket(made.datagrams[i].octets).message->config.has_value();
    if (configured)
      std::ranges::copy(samples_of(made.datagrams[i], made.config.packer.format), std::back_inserter(all));
  }
  return all;
}

}  // namespace

TEST_CASE("a receiver shows exactly the samples that were sent", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    ReceiverFixture fixture = patient_receiver();
    for (const auto& datagram : made.datagrams) deliver(datagram, fixture);
    RC_ASSERT((shown(fixture) == expected(made, test::in_order(made.datagrams.size()))));
    for (const auto& packet : fixture.journal.packets) RC_ASSERT((packet.pipeline_events & ~0x0401) == 0);
    for (const auto& datagram : made.others) deliver(datagram, fixture);
    RC_ASSERT(fixture.receiver.session_count() == 0u);
  });
}

TEST_CASE("a receiver shows every datagram that arrives in order, and none of them twice", "[stream]") {
  test::holds([] {
    const GeneratedStream made = any_stream();
    const auto arrivals = test::any_arrivals(made.datagrams.size());
    ReceiverFixture fixture = patient_receiver();
    for (const std::size_t i : arrivals) deliver(made.datagrams[i], fixture);
    RC_ASSERT((shown(fixture) == expected(made, arrivals)));
  });
}
