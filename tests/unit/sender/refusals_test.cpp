// SPDX-License-Identifier: MIT
#include "sender/refusals.hpp"

#include "support/catch.hpp"

using namespace idn;

namespace {

namespace input = wire::input_event;
namespace pipeline = wire::pipeline_event;

}  // namespace

TEST_CASE("a share that is refused is told with its reasons", "[sender]") {
  CHECK(sender::describe({.refused = 19,
                          .judged = 20,
                          .input_events = input::kSequenceMissing,
                          .pipeline_events = pipeline::kFragment}) ==
        "95 % (19 of 20 chunks that it acknowledged): fragments do not fit, sequence number missing");
  CHECK(sender::describe(stream::Refusals{.judged = 20}).empty());
}

TEST_CASE("a receiver that drops is told with the share, any other by its state", "[sender]") {
  client::DeviceStatus status{
      .receiver = client::ReceiverState::Playing,
      .refusals = {.refused = 1, .judged = 20, .pipeline_events = pipeline::kContinuity}};
  CHECK(sender::describe_state(status) == "playing");
  status.receiver = client::ReceiverState::Dropping;
  CHECK(sender::describe_state(status) == "drops 5 % (1 of 20 chunks that it acknowledged): discontinuous");
}

TEST_CASE("the remedy is for the cause", "[sender]") {
  const auto remedy = [](std::uint16_t input_events, std::uint16_t pipeline_events) {
    return std::string(sender::remedy_for({3, 3, input_events, pipeline_events}));
  };
  CHECK(remedy(0, pipeline::kChunkTooShort).find("--samples-per-packet") != std::string::npos);
  CHECK(remedy(0, pipeline::kFragment).find("--mtu") != std::string::npos);
  // With sequence errors, fragments do not fit because of losses in the network.
  CHECK(remedy(input::kSequence, pipeline::kFragment).find("loss") != std::string::npos);
  CHECK(remedy(0, pipeline::kPayload).find("--format") != std::string::npos);
  CHECK(remedy(0, pipeline::kInternal) == "check the receiver");
}
