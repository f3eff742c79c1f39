// SPDX-License-Identifier: MIT
// Datagrams that segmentation offload merged. Octets are from a capture or written by hand after the
// specification.
#include "idn/capture/datagram_reader.hpp"
#include "support/capture_builder.hpp"
#include "support/catch.hpp"
#include "support/hex.hpp"

using namespace std::chrono_literals;
using namespace idn;
using namespace idn::capture;
using idn::test::CaptureBuilder;
using idn::test::from_hex;
using idn::test::joined;
using idn::test::Octets;
using idn::test::TemporaryFile;

namespace {

constexpr Endpoint kProducer = Endpoint::ipv4(0xC0A8'010A, 50'000);
constexpr Endpoint kUnit = Endpoint::ipv4(0xC0A8'0132, 7255);

// A wave message with one sample of 7 octets, 23 octets in all; the last digits of the header are its number.
Octets wave(const std::string& number, const std::string& command = "40 00") {
  return from_hex(command + number + "0013 80 01 00000000 10 0003E8 1000 2000 FF8000");
}

Octets all_of(const std::vector<Octets>& parts) {
  Octets whole;
  for (const auto& part : parts) whole = joined(whole, part);
  return whole;
}

struct Taken {
  std::vector<std::size_t> lengths{};
  std::vector<std::size_t> captured{};
  std::vector<std::uint32_t> parts{};
  std::vector<unsigned> numbers{};
  std::vector<Duration> times{};
  CaptureInfo facts{};
};

Taken datagrams_of(const Octets& capture) {
  const TemporaryFile file(capture);
  DatagramReader reader = DatagramReader::open(std::array{file.path()}).value();
  Taken taken;
  while (const auto* const datagram = reader.next()) {
    const auto payload = datagram->content.payload;
    taken.lengths.push_back(datagram->content.length);
    taken.captured.push_back(payload.size());
    taken.parts.push_back(datagram->position.part);
    taken.times.push_back(datagram->position.time);
    if (payload.size() >= 4)
      taken.numbers.push_back(detail::load_big_endian<std::uint16_t>(payload.data() + 2));
  }
  taken.facts = reader.facts();
  return taken;
}

Taken datagrams_in(const Octets& payload, std::size_t captured = SIZE_MAX) {
  return datagrams_of(CaptureBuilder().datagram(1s, kProducer, kUnit, payload, captured).octets());
}

void check_is_one(const Octets& payload, std::size_t captured = SIZE_MAX) {
  const auto taken = datagrams_in(payload, captured);
  CHECK(taken.lengths == std::vector{payload.size()});
  CHECK(taken.parts == std::vector<std::uint32_t>{0});
  CHECK(taken.facts.merged_packets == 0);
  CHECK(taken.facts.merged_datagrams == 0);
}

}  // namespace

TEST_CASE("a packet of a sender with segmentation offload is taken apart", "[capture]") {
  const auto taken = datagrams_of(test::vector_file("capture/gso-sender-side.hex"));
  REQUIRE(taken.numbers.size() == 10);
  for (unsigned i = 0; i < 10; ++i) {
    CHECK(taken.numbers[i] == 0xD2 + i);
    CHECK(taken.parts[i] == (i < 9 ? i : 0));
    CHECK(taken.lengths[i] == (i < 9 ? 716 : 736));
    CHECK(taken.times[i] == 1'795'620'148s + (i < 9 ? 287'236us : 287'262us));
  }
  CHECK(taken.facts.packets == 2);
  CHECK(taken.facts.merged_packets == 1);
  CHECK(taken.facts.merged_datagrams == 9);
}

TEST_CASE("the last of merged datagrams may be shorter, or have no message", "[capture]") {
  const auto empty_frame = from_hex("4000 0003 0008 80 00 00000000");
  CHECK(datagrams_in(all_of({wave("0001"), wave("0002"), empty_frame})).lengths ==
        std::vector<std::size_t>{23, 23, 12});
  const auto close = from_hex("4400 0003");
  CHECK(datagrams_in(all_of({wave("0001"), wave("0002"), close})).lengths ==
        std::vector<std::size_t>{23, 23, 4});
  CHECK(datagrams_in(all_of({wave("0001"), wave("0002", "41 00")})).lengths ==
        std::vector<std::size_t>{23, 23});
  // Merged by a receiver after a loss.
  CHECK(datagrams_in(all_of({wave("0001"), wave("0009")})).numbers == std::vector<unsigned>{1, 9});
}

TEST_CASE("a datagram with octets after its message stays one datagram", "[capture]") {
  check_is_one(joined(wave("0001"), from_hex("00000000")));
  check_is_one(joined(wave("0001"), from_hex("00")));
  check_is_one(joined(wave("0001"), Octets(23)));
  // A shorter one that others follow; a longer one; one of another group; one that is cut off.
  check_is_one(all_of({wave("0001"), from_hex("4000 0002 0008 80 00 00000000"), wave("0003")}));
  check_is_one(all_of({from_hex("4000 0001 0008 80 00 00000000"), wave("0002")}));
  check_is_one(all_of({wave("0001"), wave("0002", "40 01")}));
  for (std::size_t size = 24; size < 46; ++size) {
    if (size == 27) continue;  // a header alone: a keepalive without a message
    auto cut = all_of({wave("0001"), wave("0002")});
    cut.resize(size);
    check_is_one(cut);
  }
  // Acknowledges and requests are never merged here: their replies have no size field.
  check_is_one(joined(from_hex("4700 0001"), from_hex("4700 0002")));
  check_is_one(from_hex("0800 0001 0008 80 00 00000000 0800 0002 0008 80 00 00000000"));
}

TEST_CASE("merged datagrams are taken apart as long as all their headers were captured", "[capture]") {
  constexpr std::size_t kHeaders = 14 + 20 + 8;
  const auto payload = all_of({wave("0001"), wave("0002"), wave("0003")});
  const auto taken = datagrams_in(payload, kHeaders + 23 + 23 + 12);
  CHECK(taken.lengths == std::vector<std::size_t>{23, 23, 23});
  CHECK(taken.captured == std::vector<std::size_t>{23, 23, 12});
  check_is_one(payload, kHeaders + 23 + 23 + 6);
  check_is_one(payload, kHeaders + 4);
}

TEST_CASE("a datagram in IP fragments is no merged one", "[capture]") {
  const auto packet = test::ip_packet(kProducer, kUnit, all_of({wave("0001"), wave("0002")}));
  CaptureBuilder capture;
  for (const auto& fragment : test::ip_fragments(packet, 24))
    capture.packet(1s, test::ethernet_frame(fragment));
  CHECK(datagrams_of(capture.octets()).lengths == std::vector<std::size_t>{46});
}
