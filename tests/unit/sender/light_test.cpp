// SPDX-License-Identifier: MIT
// What an operator is told of a projector.
#include "sender/light.hpp"

#include "support/catch.hpp"

using namespace idn;
using namespace std::chrono_literals;
using client::DeviceStatus;
using client::LinkState;
using client::ReceiverState;
using sender::Recent;

namespace {

constexpr TimePoint kNow{1000s};

/// Lit, and confirmed half a second ago.
DeviceStatus lit() {
  DeviceStatus status;
  status.link = LinkState::Playing;
  status.armed = true;
  status.receiver = ReceiverState::Playing;
  status.answered_at = kNow - 500ms;
  status.lit_at = kNow - 10ms;
  return status;
}

std::string text_of(const DeviceStatus& status, const Recent& recent = {}) {
  return to_string(sender::light_of(status, recent, kNow));
}

template <class Change>
std::string text_with(Change change, const Recent& recent = {}) {
  DeviceStatus status = lit();
  change(status);
  return text_of(status, recent);
}

}  // namespace

TEST_CASE("lit is only what the receiver has confirmed within a second", "[sender]") {
  CHECK(text_of(lit()) == "LIT");
  CHECK(text_with([](auto& s) { s.answered_at = kNow - 1s; }) == "LIT");
  CHECK(text_with([](auto& s) { s.answered_at = kNow - 1001ms; }) == "SENDING, NOT CONFIRMED");
  CHECK(text_with([](auto& s) { s.answered_at.reset(); }) == "SENDING, NOT CONFIRMED");
  CHECK(text_with([](auto& s) { s.receiver = ReceiverState::Unknown; }) == "SENDING, NOT CONFIRMED");
}

TEST_CASE("dark is what sends no light, with the reason", "[sender]") {
  const auto old = [](auto& s) { s.lit_at = kNow - 301ms; };
  CHECK(text_with([](auto& s) { s.lit_at = kNow - 300ms; }) == "LIT");
  CHECK(text_with(old) == "DARK (the picture is dark)");
  CHECK(text_with([](auto& s) { s.lit_at.reset(); }) == "DARK (the picture is dark)");
  CHECK(text_with(old, {.is_starving = true}) == "DARK (the input is late)");
  CHECK(text_with([](auto& s) { s.lit_at.reset(), s.armed = false; }) == "DARK (switched off)");
  CHECK(text_with([](auto& s) { s.lit_at.reset(), s.armed = false; }, {.is_after_loss = true}) ==
        "DARK (it was away; light it again)");
  CHECK(text_with([](auto& s) { s.lit_at.reset(), s.blackout = true; }) == "DARK (switched off)");
  CHECK(text_with([](auto& s) { s.lit_at.reset(), s.armed = false; }, {.is_armed_by_content = true}) ==
        "DARK (no picture came)");
  CHECK(text_with([](auto& s) { s.link = LinkState::Closed, s.receiver = ReceiverState::Muted; }) ==
        "DARK (ended)");
}

TEST_CASE("what a receiver or the network objects comes before light and dark", "[sender]") {
  CHECK(text_with([](auto& s) { s.receiver = ReceiverState::Silent, s.lit_at.reset(); }) == "NO ANSWER");
  CHECK(text_with([](auto& s) { s.link = LinkState::Missing; }) == "NO ANSWER (its unit is not found)");
  CHECK(text_of(lit(), {.is_missing = true}) == "NO ANSWER (its unit is not found)");
  CHECK(text_with([](auto& s) { s.receiver = ReceiverState::Muted; }) == "MUTED (by another client)");
  CHECK(text_with([](auto& s) { s.receiver = ReceiverState::Occupied; }) ==
        "NOT SHOWN (refused, all sessions are occupied)");
  CHECK(text_with([](auto& s) {
          s.receiver = ReceiverState::Dropping;
          s.refusals = {.refused = 19, .judged = 20};
        }).starts_with("FLICKERS (drops 95 %"));
  const Recent errors{.has_send_errors = true};
  CHECK(text_with([](auto& s) { s.last_send_error = make_error_code(std::errc::connection_refused); },
                  errors) == "REFUSED (nothing listens there)");
  CHECK(text_with([](auto& s) { s.last_send_error = make_error_code(std::errc::host_unreachable); }, errors) ==
        "NO ANSWER");
}

TEST_CASE("whom no search finds does not answer, unless it acknowledges", "[sender]") {
  CHECK(text_of(lit(), {.nobody_found = true}) == "LIT");
  CHECK(text_with([](auto& s) { s.receiver = ReceiverState::Unknown; }, {.nobody_found = true}) == "NO ANSWER");
}
