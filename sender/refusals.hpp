// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "idn/client/status.hpp"

namespace idn::sender {

/// "playing", "drops 95 % (19 of 20 chunks that it acknowledged): chunk too short".
std::string describe_state(const client::DeviceStatus& status);
/// "5 % (1 of 20 chunks that it acknowledged): sequence number missing"; empty when nothing was refused.
std::string describe(const client::Refusals& refusals);
/// Names of the events in acknowledges that mean a refusal.
std::vector<std::string> reasons(const client::Refusals& refusals);
/// The remedy for the first of them.
std::string_view remedy_for(const client::Refusals& refusals);
/// What to do about a receiver that does not play a stream.
std::string_view remedy_for(client::ReceiverState state);

}  // namespace idn::sender
