// SPDX-License-Identifier: MIT
#include "io/platform/linux/queue_discipline.hpp"

#include <algorithm>
#include <bit>

#include "support/catch.hpp"
#include "support/hex.hpp"

namespace idn::io::platform {
namespace {

using Bytes = std::vector<std::byte>;

// Recorded answers of Linux 6.18 on a little-endian machine.

/// RTM_NEWROUTE: 10.9.9.2 via interface 3.
Bytes route() {
  return test::from_hex(
      "68000000 18000000 01000000 e25e0000 02200000 fe000001 00020000 08000f00"
      "fe000000 08000100 0a090902 08000400 03000000 08000700 0a090901 08001900"
      "00000000 24000c00 02000000 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000");
}

/// RTM_NEWQDISC for each queue discipline: noqueue on interface 1; on interface 3 mq with two pfifo_fast below
/// it, and clsact (ingress); then NLMSG_DONE.
Bytes disciplines() {
  return test::from_hex(
      "94000000 24000200 01000000 e25e0000 00000000 01000000 00000000 ffffffff"
      "02000000 0c000100 6e6f7175 65756500 05000c00 00000000 30000700 14000100"
      "00000000 00000000 00000000 00000000 18000300 00000000 00000000 00000000"
      "00000000 00000000 2c000300 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 00000000 00000000 00000000"
      "90000000 24000200 01000000 e25e0000 00000000 03000000"
      "00000180 ffffffff 01000000 07000100 6d710000 05000c00 00000000 30000700"
      "14000100 5a000000 00000000 01000000 00000000 18000300 00000000 00000000"
      "00000000 00000000 00000000 2c000300 5a000000 00000000 01000000 00000000"
      "00000000 00000000 00000000 00000000 00000000 00000000"
      "b0000000 24000200"
      "01000000 e25e0000 00000000 03000000 00000000 02000180 01000000 0f000100"
      "70666966 6f5f6661 73740000 18000200 03000000 01020202 01020000 01010101"
      "01010101 05000c00 00000000 30000700 14000100 5a000000 00000000 01000000"
      "00000000 18000300 00000000 00000000 00000000 00000000 00000000 2c000300"
      "5a000000 00000000 01000000 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000"
      "b0000000 24000200 01000000 e25e0000 00000000 03000000"
      "00000000 01000180 01000000 0f000100 70666966 6f5f6661 73740000 18000200"
      "03000000 01020202 01020000 01010101 01010101 05000c00 00000000 30000700"
      "14000100 00000000 00000000 00000000 00000000 18000300 00000000 00000000"
      "00000000 00000000 00000000 2c000300 00000000 00000000 00000000 00000000"
      "00000000 00000000 00000000 00000000 00000000 00000000"
      "98000000 24000200"
      "01000000 e25e0000 00000000 03000000 0000ffff f1ffffff 01000000 0b000100"
      "636c7361 63740000 04000200 05000c00 00000000 30000700 14000100 00000000"
      "00000000 00000000 00000000 18000300 00000000 00000000 00000000 00000000"
      "00000000 2c000300 00000000 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 00000000 00000000"
      "14000000 03000200 01000000 e25e0000 00000000");
}

/// Of Linux 6.1: on interface 1 prio with three bands, etf in band 0; on interface 3 mqprio with three classes
/// (map 2 2 1 0 2 ..., queues 1@0 1@1 2@2), etf in queue 0.
Bytes sorted_by_priority() {
  return test::from_hex(
      "ac000000 24000200 00000000 70000000 00000000 01000000 00000100 ffffffff"
      "02000000 09000100 7072696f 00000000 18000200 03000000 01020202 01020000"
      "01010101 01010101 05000c00 00000000 30000700 14000100 00000000 00000000"
      "00000000 00000000 18000300 00000000 00000000 00000000 00000000 00000000"
      "2c000300 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 00000000"
      "a4000000 24000200 00000000 70000000 00000000 01000000 00000180 01000100"
      "01000000 08000100 65746600 14000200 10000100 400d0300 0b000000 00000000"
      "05000c00 00000000 30000700 14000100 00000000 00000000 00000000 00000000"
      "18000300 00000000 00000000 00000000 00000000 00000000 2c000300 00000000"
      "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
      "00000000"
      "ec000000 24000200 00000000 70000000 00000000 03000000 00000001 ffffffff"
      "01000000 0b000100 6d717072 696f0000 58000200 03020201 00020202 02020202"
      "02020202 02000100 01000200 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 01000200 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 05000c00 00000000 30000700 14000100 00000000 00000000"
      "00000000 00000000 18000300 00000000 00000000 00000000 00000000 00000000"
      "2c000300 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
      "00000000 00000000 00000000"
      "a4000000 24000200 00000000 70000000 00000000 03000000 00000280 01000001"
      "01000000 08000100 65746600 14000200 10000100 400d0300 0b000000 00000000"
      "05000c00 00000000 30000700 14000100 00000000 00000000 00000000 00000000"
      "18000300 00000000 00000000 00000000 00000000 00000000 2c000300 00000000"
      "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
      "00000000");
}

/// The same with another name in place of each `pfifo_fast`.
Bytes disciplines_with(std::string name) {
  Bytes octets = disciplines();
  const Bytes old = test::from_hex("70666966 6f5f6661 7374");
  name.resize(old.size());
  for (auto found = octets.begin();;) {
    found = std::search(found, octets.end(), old.begin(), old.end());
    if (found == octets.end()) return octets;
    std::ranges::copy(std::as_bytes(std::span(name)), found);
  }
}

std::vector<QueueDiscipline> of_interface(int index, ConstBytes answers) {
  auto all = parse_disciplines(answers);
  std::erase_if(all, [index](const auto& each) { return each.interface != index; });
  return all;
}

std::string refusal(std::span<const QueueDiscipline> disciplines) {
  const auto offer = pacing_offer("eth0", disciplines);
  return offer ? "accepted: " + offer->discipline : offer.error().message();
}

QueueDiscipline root(const std::string& kind) {
  QueueDiscipline discipline;
  discipline.parent = 0xFFFF'FFFF;
  discipline.kind = kind;
  return discipline;
}

QueueDiscipline etf(clockid_t clock, bool deadline_mode = false) {
  auto discipline = root("etf");
  discipline.etf = QueueDiscipline::Etf{clock, deadline_mode};
  return discipline;
}

constexpr bool kAsRecorded = std::endian::native == std::endian::little;

TEST_CASE("the kernel's answer names the interface towards a receiver", "[io]") {
  if (!kAsRecorded) return;
  CHECK(parse_outgoing_interface(route()) == 3);
  CHECK_FALSE(parse_outgoing_interface(disciplines()));
  CHECK_FALSE(parse_outgoing_interface({}));
}

TEST_CASE("the kernel's answers list the queue disciplines of all interfaces", "[io]") {
  if (!kAsRecorded) return;
  const auto found = parse_disciplines(disciplines());
  REQUIRE(found.size() == 5);
  CHECK(found[0].interface == 1);
  CHECK(found[0].kind == "noqueue");
  CHECK(found[0].parent == 0xFFFF'FFFF);
  CHECK(found[1].kind == "mq");
  CHECK(found[1].handle == 0x8001'0000);
  CHECK(found[2].kind == "pfifo_fast");
  CHECK(found[2].parent == 0x8001'0002);
  CHECK(found[4].kind == "clsact");
  CHECK(parse_disciplines(route()).empty());
}

TEST_CASE("of an answer that was cut, whole messages count", "[io]") {
  if (!kAsRecorded) return;
  const Bytes whole = disciplines();
  const std::vector<std::size_t> ends{148, 292, 468, 644, 796};
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    // Allocated with the exact size, for the address sanitizer.
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto complete = std::ranges::count_if(ends, [length](std::size_t end) { return end <= length; });
    CHECK(std::ssize(parse_disciplines(cut)) == complete);
  }
}

TEST_CASE("no cut or altered answer reads beyond its end", "[io]") {
  for (const Bytes& whole : {route(), disciplines(), sorted_by_priority()}) {
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      CHECK(parse_outgoing_interface(cut).value_or(3) == 3);
    }
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (const int value : {0x00, 0x01, 0x7F, 0xFF}) {
        Bytes altered = whole;
        altered[at] = static_cast<std::byte>(value);
        parse_outgoing_interface(altered);
        CHECK(parse_disciplines(altered).size() <= 200);
      }
  }
}

TEST_CASE("a name without an end, and an attribute shorter than its kind, are taken as they are", "[io]") {
  if (!kAsRecorded) return;
  // tcmsg, then TCA_KIND with the four octets "fqfq", without terminating zero.
  const auto named = parse_disciplines(test::from_hex(
      "2c000000 24000200 00000000 00000000  00000000 01000000 00000000 ffffffff 00000000 08000100 66716671"));
  REQUIRE(named.size() == 1);
  CHECK(named[0].kind == "fqfq");
  // "etf" with TCA_OPTIONS that hold TCA_ETF_PARMS of four octets instead of twelve.
  const auto cut = parse_disciplines(
      test::from_hex("38000000 24000200 00000000 00000000  00000000 01000000 00000000 ffffffff "
                     "00000000 08000100 65746600 0c000200 08000100 00000000"));
  REQUIRE(cut.size() == 1);
  CHECK(cut[0].kind == "etf");
  CHECK_FALSE(cut[0].etf);
}

TEST_CASE("etf tells its clock and its mode", "[io]") {
  if (!kAsRecorded) return;
  // TCA_ETF_PARMS: delta 200000 ns, clock 11 (CLOCK_TAI), flags; as struct tc_etf_qopt of linux/pkt_sched.h.
  const auto with_flags = [](const std::string& flags) {
    return parse_disciplines(
        test::from_hex("40000000 24000200 00000000 00000000  00000000 01000000 00000000 ffffffff "
                       "00000000 08000100 65746600 14000200 10000100 400d0300 0b000000 " +
                       flags));
  };
  const auto strict = with_flags("00000000");
  REQUIRE(strict.size() == 1);
  REQUIRE(strict[0].etf);
  CHECK(strict[0].etf->clock == 11);
  CHECK_FALSE(strict[0].etf->deadline_mode);
  CHECK(with_flags("01000000")[0].etf->deadline_mode);
}

TEST_CASE("only fq and etf pace, and refusals say what would", "[io]") {
  CHECK(refusal(std::vector{root("fq")}) == "accepted: fq");
  CHECK(pacing_offer("eth0", std::vector{root("fq")})->clock == CLOCK_MONOTONIC);
  CHECK(refusal(std::vector{root("noqueue")}) ==
        "eth0 has the queue discipline noqueue; kernel pacing needs fq (tc qdisc replace dev eth0 root fq) or "
        "etf");
  CHECK(refusal(std::vector{root("fq_codel")}).find("fq_codel; kernel pacing needs fq ") != std::string::npos);
  CHECK(refusal({}).find("eth0 has no queue discipline; kernel pacing needs fq ") == 0);
  CHECK(pacing_offer("eth0", std::vector{etf(CLOCK_TAI)})->clock == CLOCK_TAI);
  CHECK(refusal(std::vector{etf(CLOCK_TAI, true)}).find("deadline mode") != std::string::npos);
  CHECK(refusal(std::vector{root("etf")}).find("kernel pacing needs fq") != std::string::npos);
}

TEST_CASE("what only spreads over several queues is judged by those", "[io]") {
  if (!kAsRecorded) return;
  CHECK(refusal(of_interface(3, disciplines())).find("the queue discipline pfifo_fast;") != std::string::npos);
  CHECK(refusal(of_interface(3, disciplines_with("fq"))) == "accepted: fq");
  auto mixed = of_interface(3, disciplines_with("fq"));
  mixed[2].kind = "fq_codel";
  CHECK(refusal(mixed).find("the queue discipline fq_codel;") != std::string::npos);
  mixed[2].kind = "etf";
  mixed[2].etf = QueueDiscipline::Etf{CLOCK_TAI, false};
  CHECK(refusal(mixed).find("pace by different clocks") != std::string::npos);
  CHECK(refusal(std::vector{root("mq")}).find("no queue discipline") != std::string::npos);
  // Disciplines below another one than mq do not count.
  auto below_another = of_interface(3, disciplines_with("fq"));
  below_another[0].kind = "htb";
  CHECK(refusal(below_another).find("the queue discipline htb;") != std::string::npos);
}

TEST_CASE("where the priority of a socket chooses the discipline, the one that paces is chosen", "[io]") {
  if (!kAsRecorded) return;
  const auto by_bands = pacing_offer("lo", of_interface(1, sorted_by_priority()));
  REQUIRE(by_bands);
  CHECK(by_bands->discipline == "etf");
  CHECK(by_bands->clock == CLOCK_TAI);
  CHECK(by_bands->priority == 6);  // the first in band 0 by tc's usual map: 1 2 2 2 1 2 0 0 1 ...
  // That of marked datagrams stays where it is paced.
  CHECK(pacing_offer("lo", of_interface(1, sorted_by_priority()), 7)->priority == 7);
  CHECK(pacing_offer("lo", of_interface(1, sorted_by_priority()), 4)->priority == 6);
  CHECK(pacing_offer("eth0", std::vector{root("fq")}, 6)->priority == 6);
  const auto by_classes = pacing_offer("eth0", of_interface(3, sorted_by_priority()));
  REQUIRE(by_classes);
  CHECK(by_classes->priority == 3);
  // Without etf below, and with one in a queue that no priority has.
  auto none = of_interface(3, sorted_by_priority());
  none[1].kind = "fq_codel";
  none[1].etf.reset();
  CHECK(refusal(none).find("kernel pacing needs fq") != std::string::npos);
  auto unused = of_interface(3, sorted_by_priority());
  unused[1].parent += 4;
  CHECK_FALSE(pacing_offer("eth0", unused));
  // What serves without a priority needs none.
  auto usual = of_interface(1, sorted_by_priority());
  usual[1].parent += 1;
  CHECK(pacing_offer("lo", usual)->priority == 0);
}

}  // namespace
}  // namespace idn::io::platform
