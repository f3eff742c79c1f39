// SPDX-License-Identifier: MIT
// The verdict of idn_sender check.
#include "sender/check/verdict.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::ReceiverState;
using sender::Checked;

namespace {

Checked good() {
  Checked checked{.answers_search = true};
  checked.status.receiver = ReceiverState::Playing;
  checked.status.receiver_latency = 40ms;
  checked.status.worst_lateness = 2ms;
  checked.network.reports = 20;
  checked.network.sum = 20 * 100;
  return checked;
}

template <class Change>
std::string verdict_with(Change change) {
  Checked checked = good();
  change(checked);
  const sender::Verdict verdict = verdict_of(checked);
  CHECK(verdict.is_ready == verdict.text.starts_with("READY"));
  CHECK((verdict.text == "READY") == verdict.remedy.empty());
  return verdict.text;
}

}  // namespace

TEST_CASE("check: a projector that plays what comes in time is ready", "[sender]") {
  CHECK(verdict_with([](Checked&) {}) == "READY");
}

TEST_CASE("check: who answers searches and acknowledges nothing is on", "[sender]") {
  CHECK(verdict_with([](Checked& c) { c.status.receiver = ReceiverState::Unknown; }) ==
        "READY, as far as can be told");
  CHECK(verdict_with([](Checked& c) {
          c.status.receiver = ReceiverState::Unknown, c.answers_search = false;
        }) == "NO ANSWER");
  CHECK(verdict_with([](Checked& c) {
          c.status.receiver = ReceiverState::Unknown, c.answers_search = false;
          c.status.last_send_error = std::make_error_code(std::errc::connection_refused);
        }).starts_with("REFUSED"));
}

TEST_CASE("check: what the receiver objects to comes first, then the network, then this machine", "[sender]") {
  const auto late = [](Checked& c) { c.status.worst_lateness = 21ms; };
  const auto lossy = [&](Checked& c) { late(c), c.network.has_gaps = true, c.network.sum = 20 * 60; };
  const auto muted = [&](Checked& c) { lossy(c), c.status.receiver = ReceiverState::Muted; };
  CHECK(verdict_with(muted).starts_with("MUTED"));
  CHECK(verdict_with(lossy) == "THE NETWORK LOSES datagrams: link quality 60 % on average");
  CHECK(verdict_with(late) == "THIS MACHINE IS LATE: by up to 21.0 ms, where the projector buffers 40 ms");
  CHECK(
      verdict_with([](Checked& c) { c.status.receiver = ReceiverState::NotDecoded; }).starts_with("NOT SHOWN"));
  CHECK(verdict_with([](Checked& c) { c.status.receiver = ReceiverState::Silent; }) == "NO ANSWER any more");
}

TEST_CASE("check: what was away for a while is not ready, nor what loses answers", "[sender]") {
  CHECK(verdict_with([](Checked& c) { c.was_away = true; }) == "NO ANSWER for a part of the time");
  const auto answers = [](std::uint64_t received) {
    return [received](Checked& c) { c.status.acks_requested = 20, c.status.acks_received = received; };
  };
  CHECK(verdict_with(answers(15)) == "READY");
  CHECK(verdict_with(answers(14)) == "THE NETWORK LOSES datagrams: 14 of 20 answers came");
  CHECK(verdict_with([](Checked& c) { c.network.sum = 20 * 79; }) ==
        "THE NETWORK LOSES datagrams: link quality 79 % on average");
}

TEST_CASE("check: round trips that differ by more than the buffer are delays of the network", "[sender]") {
  const auto between = [](Duration least, Duration most) {
    return [=](Checked& c) { c.round_trips = {least, least, most}; };
  };
  CHECK(verdict_with(between(100ms, 140ms)) == "READY");
  CHECK(verdict_with(between(27ms, 114ms)) ==
        "THE NETWORK DELAYS datagrams by up to 87 ms, where the projector buffers 40 ms");
}

TEST_CASE("check: what flickered at one time is not ready", "[sender]") {
  CHECK(verdict_with([](Checked& c) { c.flickered = "drops 28 % (too late)"; }) ==
        "FLICKERS: at times it drops 28 % (too late)");
}

TEST_CASE("check: half of the buffer may be used up by one late wake-up", "[sender]") {
  CHECK(verdict_with([](Checked& c) { c.status.worst_lateness = 20ms; }) == "READY");
  CHECK(verdict_with([](Checked& c) { c.status.receiver_latency = 0ns, c.status.worst_lateness = 11ms; }) ==
        "THIS MACHINE IS LATE: by up to 11.0 ms, where the projector may buffer as little as 20 ms");
}
