// SPDX-License-Identifier: MIT
#include <filesystem>
#include <random>

#include "support/catch.hpp"
#include "support/hex.hpp"
#include "unit/stream/receiver_fixture.hpp"

namespace idn::test {
namespace {

constexpr unsigned kSeed = 20240607;

std::vector<Bytes> examples() {
  std::vector<Bytes> all;
  for (const auto& file : std::filesystem::directory_iterator(std::string(IDN_TEST_VECTORS) + "/idn"))
    all.push_back(vector_file("idn/" + file.path().filename().string()));
  std::ranges::sort(all);
  REQUIRE(all.size() >= 30);
  return all;
}

/// A listener that only counts, since a Journal would need too much memory.
struct Counter : stream::ReceiverListener {
  std::size_t packets = 0;
  std::size_t samples = 0;
  int open = 0;
  void on_datagram(const stream::DatagramReport& report) override {
    if (report.kind == stream::DatagramKind::Realtime) ++packets;
    if (report.opens_session) ++open;
    if (const auto* shown = report.laser()) samples += shown->samples.size();
  }
  void on_session_closed(const stream::SessionId&, stream::EndReason, TimePoint) override { --open; }
};

/// Sends hostile datagrams from a few sources while time passes, and checks invariants.
class Attack {
 public:
  Attack() : receiver_(buffering_config(), counter_) { INFO("seed " << kSeed); }

  void feed(ConstBytes datagram) {
    now_ += std::chrono::microseconds(random() % 2000 == 0 ? 1'500'000 : random() % 3000);
    const auto port = static_cast<std::uint16_t>(1000 + random() % 40);
    receiver_.on_datagram(datagram, Endpoint::ipv4(random() % 3, port), now_);
    if (const auto answer = receiver_.poll_transmit()) REQUIRE(answer->bytes.size() <= 65507);
    if (random() % 50 == 0) receiver_.on_deadline(now_);
    REQUIRE(receiver_.session_count() <= 48);
    REQUIRE(counter_.open == static_cast<int>(receiver_.session_count()));
  }

  std::uint32_t random() { return static_cast<std::uint32_t>(engine_()); }
  const Counter& counter() const { return counter_; }

  /// After any input a correct client must be served.
  void check_recovery() {
    receiver_.on_deadline(now_ + std::chrono::seconds(10));
    REQUIRE(receiver_.session_count() == 0);
    const std::size_t before = counter_.samples;
    receiver_.on_datagram(vector_file("idn/09-wave-open-config.hex"), kClient, now_);
    CHECK(counter_.samples == before + 20);
  }

 private:
  std::mt19937 engine_{kSeed};
  Counter counter_;
  stream::Receiver receiver_;
  TimePoint now_ = kStart;
};

TEST_CASE("every example cut at every length is survived", "[stream]") {
  Attack attack;
  for (const Bytes& whole : examples())
    for (std::size_t length = 0; length <= whole.size(); ++length) {
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      attack.feed(cut);
    }
  attack.check_recovery();
}

TEST_CASE("every example with every octet at every extreme is survived", "[stream]") {
  Attack attack;
  for (const Bytes& whole : examples())
    for (std::size_t i = 0; i < std::min<std::size_t>(whole.size(), 64); ++i)
      for (const unsigned value : {0x00u, 0x01u, 0x7Fu, 0x80u, 0xC0u, 0xFFu}) {
        Bytes changed = whole;
        changed[i] = static_cast<std::byte>(value);
        attack.feed(changed);
      }
  CHECK(attack.counter().samples > 0);
  attack.check_recovery();
}

TEST_CASE("random datagrams are survived", "[stream]") {
  Attack attack;
  for (int i = 0; i < 50'000; ++i) {
    Bytes noise(attack.random() % 200);
    for (auto& octet : noise) octet = static_cast<std::byte>(attack.random());
    attack.feed(noise);
  }
  attack.check_recovery();
}

TEST_CASE("almost valid messages in random order are survived", "[stream]") {
  const auto seeds = examples();
  Attack attack;
  for (int i = 0; i < 50'000; ++i) {
    Bytes changed = seeds[attack.random() % seeds.size()];
    for (std::uint32_t n = attack.random() % 4; n > 0 && !changed.empty(); --n)
      changed[attack.random() % changed.size()] = static_cast<std::byte>(attack.random());
    attack.feed(changed);
  }
  CHECK(attack.counter().samples > 0);
  attack.check_recovery();
}

}  // namespace
}  // namespace idn::test
