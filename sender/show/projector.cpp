// SPDX-License-Identifier: MIT
#include "sender/show/projector.hpp"

#include <fmt/core.h>

#include "cli/failure.hpp"
#include "idn/io/resolve.hpp"
#include "sender/refusals.hpp"
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

SystemResult<io::Link> try_open(io::SocketPool& sockets, const StreamOptions& options) {
  const Target target = parse_target(options.target);
  if (!options.unit) return sockets.open(target.host, target.port);
  const auto at = io::resolve(target.host, target.port);
  if (!at) return tl::unexpected(at.error());
  return sockets.open({*options.unit}, *at);
}

io::Link open_link(io::SocketPool& sockets, const StreamOptions& options) {
  const auto link = try_open(sockets, options);
  // What the system answers where a socket that did not ask for it is to reach everybody.
  if (!link && link.error() == std::errc::permission_denied)
    throw cli::Failure(cli::kUsage, fmt::format("--target {}: is a broadcast address, but a stream goes to one "
                                                "receiver; give the address of that one",
                                                options.target));
  if (!link && link.error() == std::errc::invalid_argument)
    throw cli::Failure(cli::kUsage,
                       fmt::format("--target {}: an address has four numbers from 0 to 255", options.target));
  if (!link)
    throw cli::Failure(cli::kEnvironment, fmt::format("--target {}: {}; check the name and the network",
                                                      options.target, to_string(link.error())));
  return *link;
}

}  // namespace

Projector::Projector(Act act, io::SocketPool& sockets) : act_(std::move(act)) {
  act_.options = located(act_.options);
  session_ = &act_.feed->open(act_.options);
  link_ = open_link(sockets, act_.options);
}

std::optional<io::FollowedStream> Projector::followed() {
  if (link_.retargetable == nullptr) return std::nullopt;
  return io::FollowedStream{.unit = {*act_.options.unit},
                            .at = link_.remote,
                            .link = *link_.retargetable,
                            .session = session_->stats(),
                            .network = network_};
}

std::string Projector::unit_name() const {
  const stream::UnitKey unit{*act_.options.unit};
  const auto service = static_cast<std::uint8_t>(act_.options.service);
  return service == 0 ? to_string(unit) : device_name(unit, service);
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

void Projector::check_reception(bool is_missing) const {
  const auto& stats = session_->stats();
  const auto state = stats.receiver.value();
  if (is_missing && state != stream::ReceiverState::Playing)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{}, last at {}, answers no more; switch it on, check its cable "
                                   "and network",
                                   unit_name(), to_string(remote())));
  if (stats.retargets.value() == 0 && network_.send_errors.value() > 0 && stats.acks_received.value() == 0)
    throw cli::Failure(
        cli::kEnvironment,
        fmt::format("nothing listens at {}; start the receiver or correct --target", to_string(remote())));
  if (state == stream::ReceiverState::Silent)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{} stopped answering during the show; check the receiver and the network",
                                   to_string(remote())));
  if (state == stream::ReceiverState::Dropping)
    throw cli::Failure(cli::kFindings, fmt::format("{}: {}; {}", to_string(remote()), describe_state(stats),
                                                   remedy_for(stats.refusals.value())));
  if (is_rejecting(state))
    throw cli::Failure(cli::kFindings,
                       fmt::format("{}: {}; {}", to_string(remote()), to_string(state), remedy_for(state)));
}

}  // namespace idn::sender
