// SPDX-License-Identifier: MIT
#include "idn_server/report/reporter.hpp"

#include "support/catch.hpp"

namespace idn::server {
namespace {

using Lines = std::vector<std::string>;

struct ReportedUnit {
  UnitReport report{};
  PacketOutcomes outcomes{};

  Lines lines() const { return datagrams_beside_streams(report, outcomes); }
};

/// An event that concerns one datagram, and the line about it.
struct Happening {
  void (*happens_to)(ReportedUnit& unit) = nullptr;
  const char* line = nullptr;
};

/// Counts a real-time packet, also among those received.
template <std::uint64_t stream::ReceiverStats::* count>
void is_received(ReportedUnit& unit) {
  ++unit.report.receiver.realtime;
  ++(unit.report.receiver.*count);
}

template <std::uint64_t PacketOutcomes::* count>
void has_outcome(ReportedUnit& unit) {
  ++unit.report.receiver.realtime;
  ++(unit.outcomes.*count);
}

template <std::size_t cause>
void is_unusable(ReportedUnit& unit) {
  ++unit.report.receiver.realtime;
  ++unit.outcomes.unusable[cause];
}

const Happening kHappenings[] = {
    {[](ReportedUnit& unit) { ++unit.report.kernel_drops; },
     "1 datagram dropped by the kernel; raise net.core.rmem_max"},
    {[](ReportedUnit& unit) { ++unit.report.unstamped; },
     "1 datagram without a kernel timestamp: their offsets include this program's own delays"},
    {[](ReportedUnit& unit) { ++unit.report.ignored_broadcasts; },
     "1 datagram broadcast and ignored: streams, or requests of other networks"},
    {[](ReportedUnit& unit) { ++unit.report.not_allowed; }, "1 datagram from networks that are not allowed"},
    {is_received<&stream::ReceiverStats::malformed>, "1 datagram malformed"},
    {is_received<&stream::ReceiverStats::refused>, "1 datagram refused, no session free"},
    {is_received<&stream::ReceiverStats::left_over>, "1 datagram after the end of their session"},
    {is_received<&stream::ReceiverStats::excluded>, "1 datagram of excluded client groups"},
    {[](ReportedUnit& unit) { ++unit.report.receiver.too_short; }, "1 datagram not for a receiver"},
    {has_outcome<&PacketOutcomes::service_unknown>,
     "1 datagram for a service that this unit does not have; see --service"},
    {has_outcome<&PacketOutcomes::service_busy>, "1 datagram for a service that another channel uses"},
    {is_unusable<0>, "1 datagram of another configuration than the one that came last"},
    {is_unusable<1>,
     "1 datagram without a usable configuration: none came yet, or it does not suit the service"},
    {is_unusable<2>, "1 datagram with a kind of chunk that the mode of its channel does not have"},
    {is_unusable<3>, "1 datagram that overlap the one before, or do not continue it"},
    {is_unusable<4>, "1 datagram not playable: too short, inconsistent or out of range"},
    {has_outcome<&PacketOutcomes::outdated>, "1 datagram late or duplicated"},
    {[](ReportedUnit& unit) { ++unit.report.receiver.requests; },
     "1 datagram with requests: ping, scan, service map, client group"},
    {[](ReportedUnit& unit) { ++unit.report.receiver.realtime; },
     "1 datagram without samples: keep-alives, closes"},
    {[](ReportedUnit& unit) { ++unit.outcomes.unnoticed; }, "1 datagram missing in sessions without a stream"},
    {[](ReportedUnit& unit) { ++unit.report.receiver.unanswered; },
     "1 datagram with requests not answered: too many a second"},
    {[](ReportedUnit& unit) { ++unit.report.receiver.surplus; }, "1 datagram longer than their message"},
    {[](ReportedUnit& unit) { ++unit.report.unsent; }, "1 datagram not sent: the system refused the answer"},
};

TEST_CASE("whatever happens to a datagram is told, and nothing else", "[server]") {
  ReportedUnit all;
  for (const auto& [happens_to, line] : kHappenings) {
    ReportedUnit unit;
    happens_to(unit);
    CHECK(unit.lines() == Lines{line});
    happens_to(all);
  }
  // There are no lines that are not in the list.
  Lines told;
  for (const auto& happening : kHappenings) told.emplace_back(happening.line);
  CHECK(all.lines() == told);
}

TEST_CASE("of datagrams that are played nothing is told", "[server]") {
  ReportedUnit unit;
  for (int i = 0; i < 1000; ++i) has_outcome<&PacketOutcomes::played>(unit);
  unit.report.receiver.datagrams = 1000;
  CHECK(unit.lines().empty());
}

TEST_CASE("commands for clients, and unknown ones, are told as what is not for a receiver", "[server]") {
  ReportedUnit unit;
  unit.report.receiver.too_short = 1;
  unit.report.receiver.ignored = 2;
  CHECK(unit.lines() == Lines{"3 datagrams not for a receiver"});
}

}  // namespace
}  // namespace idn::server
