// SPDX-License-Identifier: MIT
#include "stream/send/refusal_meter.hpp"

#include "support/catch.hpp"

using namespace idn;
using stream::RefusalMeter;
using stream::Refusals;
using wire::Acknowledge;

namespace {

namespace input = wire::input_event;
namespace pipeline = wire::pipeline_event;

constexpr Acknowledge kFine{.pipeline_events = pipeline::kRouted};
constexpr Acknowledge kFragmentRefused{.input_events = input::kSequence,
                                       .pipeline_events = pipeline::kFragment};

/// A meter after 10 * `tens` chunks, of which `refused` of each ten are refused.
RefusalMeter after_tenths(int refused, int tens) {
  RefusalMeter meter;
  for (int i = 0; i < 10 * tens; ++i) meter.observe(i % 10 < refused ? kFragmentRefused : kFine, 1);
  return meter;
}

}  // namespace

TEST_CASE("the share of refused chunks is counted where each was asked about", "[stream]") {
  RefusalMeter meter;
  for (int i = 0; i < 20; ++i) meter.observe(i < 5 ? kFragmentRefused : kFine, 1);
  CHECK(meter.refusals() == Refusals{.refused = 5,
                                     .judged = 20,
                                     .input_events = input::kSequence,
                                     .pipeline_events = pipeline::kFragment});
  CHECK(meter.refusals().share() == 0.25);
  CHECK(meter.is_finding());
}

TEST_CASE("one in ten is a finding, less is not", "[stream]") {
  CHECK(after_tenths(1, 6).is_finding());
  CHECK(after_tenths(10, 6).is_finding());
  RefusalMeter less;
  for (int i = 0; i < 64; ++i) less.observe(i % 11 == 10 ? kFragmentRefused : kFine, 1);  // 5 of 64
  CHECK_FALSE(less.is_finding());
}

TEST_CASE("single refusals are no share, however few chunks there were", "[stream]") {
  RefusalMeter meter;
  meter.observe(kFragmentRefused, 1);
  meter.observe(kFragmentRefused, 1);
  CHECK(meter.refusals().share() == 1);
  CHECK_FALSE(meter.is_finding());
  meter.observe(kFragmentRefused, 1);
  CHECK(meter.is_finding());
}

TEST_CASE("a refusal among many chunks does not tell a share", "[stream]") {
  RefusalMeter meter;
  for (int i = 0; i < 10; ++i) meter.observe(kFragmentRefused, 500);
  CHECK(meter.refusals() == Refusals{});
}

TEST_CASE("a message without samples tells of the chunk before it", "[stream]") {
  RefusalMeter meter;
  meter.observe(kFine, 1);
  meter.observe(kFragmentRefused, 0);
  CHECK(meter.refusals().refused == 1);
  CHECK(meter.refusals().judged == 1);
  meter.observe(kFragmentRefused, 0);
  CHECK(meter.refusals().refused == 1);
}

TEST_CASE("the share follows what happens, and a window without refusals ends it", "[stream]") {
  RefusalMeter recovered = after_tenths(10, 10);
  recovered.observe(kFine, 63);
  CHECK(recovered.refusals().share() < 0.6);
  CHECK(recovered.refusals().judged <= RefusalMeter::kWindow);
  recovered.observe(kFine, RefusalMeter::kWindow);
  CHECK(recovered.refusals() == Refusals{});
  RefusalMeter worse = after_tenths(0, 10);
  for (int i = 0; i < 200; ++i) worse.observe(kFragmentRefused, 1);
  CHECK(worse.refusals().share() > 0.9);
}

TEST_CASE("of a stream that is idle nothing is refused, after some acknowledges", "[stream]") {
  RefusalMeter slow = after_tenths(10, 2);
  for (int i = 0; i < 5 * RefusalMeter::kForgottenAfter; ++i) slow.observe(kFine, i % 5 == 0 ? 1 : 0);
  CHECK(slow.is_finding());  // chunks that are far apart are no idle stream

  RefusalMeter idle = after_tenths(10, 2);
  for (int i = 1; i < RefusalMeter::kForgottenAfter; ++i) idle.observe(kFine, 0);
  CHECK(idle.is_finding());
  idle.observe(kFine, 0);
  CHECK(idle.refusals() == Refusals{});
}

TEST_CASE("only events that cost light are refusals", "[stream]") {
  for (const std::uint16_t event : {input::kNew, input::kOrder, input::kSequenceDuplicate, input::kLate})
    CHECK_FALSE(RefusalMeter::reports_refusal({.input_events = event}));
  CHECK_FALSE(RefusalMeter::reports_refusal(kFine));
  // A number that is not the next, explained by a duplicate or reordering.
  for (const std::uint16_t reason : {input::kSequenceDuplicate, input::kOrder}) {
    const auto explained = static_cast<std::uint16_t>(input::kSequence | reason);
    CHECK_FALSE(RefusalMeter::reports_refusal({.input_events = explained}));
    const auto missing = static_cast<std::uint16_t>(explained | input::kSequenceMissing);
    CHECK(RefusalMeter::reports_refusal({.input_events = missing}));
  }
  for (const std::uint16_t event :
       {pipeline::kFragment, pipeline::kChunkTooShort, pipeline::kContinuity, pipeline::kPayload})
    CHECK(RefusalMeter::reports_refusal({.pipeline_events = event}));
  for (const std::uint16_t event : {input::kSequence, input::kSequenceMissing, input::kTooOld, input::kOverrun})
    CHECK(RefusalMeter::reports_refusal({.input_events = event}));
}
