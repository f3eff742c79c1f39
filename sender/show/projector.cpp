// SPDX-License-Identifier: MIT
#include "sender/show/projector.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "sender/target.hpp"

namespace idn::sender {
namespace {

std::string_view remedy_for(stream::ReceiverState state) {
  switch (state) {
    case stream::ReceiverState::Muted:
      return "end the other client, or choose another --service";
    case stream::ReceiverState::NoService:
      return "choose a --service that the receiver has";
    case stream::ReceiverState::NotDecoded:
      return "choose another --format";
    case stream::ReceiverState::GroupExcluded:
      return "admit the group at the receiver, or choose another --group";
    case stream::ReceiverState::Occupied:
      return "end another client of this receiver";
    default:
      return "look at the receiver";
  }
}

}  // namespace

Projector::Projector(Act act, Roads& roads) : act_(std::move(act)) {
  act_.options = located(act_.options);
  session_ = &act_.feed->open(act_.options);
  road_ = roads.open(act_.options.target);
}

void Projector::prepare(std::function<void()> on_ready) {
  feeder_.emplace(*act_.feed, *session_, std::move(on_ready));
}

void Projector::check_input() {
  if (!feeder_->ready().get())
    throw cli::Failure(cli::kEnvironment, "the input has no samples; nothing was sent");
}

void Projector::finish() {
  feeder_->finish();
  if (act_.epilogue) act_.epilogue();
}

void Projector::check_reception() const {
  const auto& stats = session_->stats();
  const auto state = stats.receiver.value();
  if (network_.send_errors.value() > 0 && stats.acks_received.value() == 0)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("nothing listens at {}; start the receiver or correct --target", to_string(remote())));
  if (state == stream::ReceiverState::Silent)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{} stopped answering during the show; check the receiver and the network",
                                   to_string(remote())));
  if (is_rejecting(state))
    throw cli::Failure(cli::kFindings,
                       fmt::format("{}: {}; {}", to_string(remote()), to_string(state), remedy_for(state)));
}

}  // namespace idn::sender
