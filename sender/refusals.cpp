// SPDX-License-Identifier: MIT
#include "sender/refusals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

namespace idn::sender {
namespace {

template <class Name>
void append(std::vector<std::string>& names, unsigned events, Name name) {
  for (; events != 0; events &= events - 1)
    names.emplace_back(name(static_cast<unsigned>(std::countr_zero(events))));
}

}  // namespace

std::vector<std::string> reasons(const client::Refusals& refusals) {
  std::vector<std::string> names;
  append(names, refusals.pipeline_events, wire::pipeline_event_name);
  append(names, refusals.input_events, wire::input_event_name);
  return names;
}

std::string describe(const client::Refusals& refusals) {
  if (refusals.refused == 0) return {};
  return fmt::format("{:.0f} % ({} of {} chunks that it acknowledged): {}", refusals.share() * 100,
                     refusals.refused, refusals.judged, fmt::join(reasons(refusals), ", "));
}

std::string describe_state(const client::DeviceStatus& status) {
  if (status.receiver != client::ReceiverState::Dropping) return std::string(to_string(status.receiver));
  return "drops " + describe(status.refusals);
}

/// Wrong choices of the sender rank before events that may follow from a loss.
std::string_view remedy_for(const client::Refusals& refusals) {
  namespace input = wire::input_event;
  namespace pipeline = wire::pipeline_event;
  const auto has = [&](unsigned events) { return (refusals.pipeline_events & events) != 0; };
  const auto has_input = [&](unsigned events) { return (refusals.input_events & events) != 0; };
  if (has(pipeline::kConfiguration | pipeline::kMatchValue | pipeline::kPayload | pipeline::kRange))
    return "choose another --format";
  if (has(pipeline::kChunkType)) return "choose another --mode";
  if (has(pipeline::kChunkTooShort)) return "send longer chunks: more --samples-per-packet, or a lower --fps";
  if (has_input(input::kSequence | input::kSequenceMissing))
    return "look for loss between here and the receiver; idn_parser compare measures it";
  if (has(pipeline::kFragment)) return "choose an --mtu that holds a whole frame, or a longer --spread";
  if (has_input(input::kOverrun | input::kResources)) return "choose a lower --rate";
  return "check the receiver";
}

std::string_view remedy_for(client::ReceiverState state) {
  switch (state) {
    case client::ReceiverState::Muted:
      return "end the other client, or choose another --service";
    case client::ReceiverState::NoService:
      return "choose a --service that the receiver has";
    case client::ReceiverState::NotDecoded:
      return "choose another --format";
    case client::ReceiverState::GroupExcluded:
      return "admit the group at the receiver, or choose another --group";
    case client::ReceiverState::Occupied:
      return "end another client of this receiver";
    default:
      return "check the receiver";
  }
}

}  // namespace idn::sender
