// SPDX-License-Identifier: MIT
#include "sender/active_stream.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/failure.hpp"
#include "sender/refusals.hpp"
#include "sender/target.hpp"

namespace idn::sender {
namespace {

cli::Failure not_opened(const Error& fault) {
  switch (fault.code) {
    case Errc::BadOption:
      return {cli::kEnvironment, "--pace kernel: " + fault.message()};
    case Errc::BadTarget:
      return {cli::kUsage, "--target " + fault.message()};
    case Errc::Network:
      return {cli::kEnvironment, "--target " + fault.message()};
    default:
      return {cli::kEnvironment, fault.message()};
  }
}

client::Device open_device(client::Devices& devices, const std::string& target, const client::Location& place,
                           const client::DeviceOptions& device_options, bool armed) {
  auto device = devices.open(target, place, device_options);
  if (!device) throw not_opened(device.error());
  device->arm(armed);
  return *std::move(device);
}

}  // namespace

ActiveStream::ActiveStream(StreamPlan plan, client::Devices& devices, const stream::UnitList& found, bool waits,
                           OnUnit on_unit)
    : plan_(std::move(plan)),
      name_(plan_.options.projector.empty() ? plan_.options.target : plan_.options.projector),
      is_missing_(waits && sender::is_missing(plan_.options, found)) {
  client::Location place{.at = Endpoint::ipv4(0, 0),
                         .service = static_cast<std::uint8_t>(plan_.options.service)};
  if (!is_missing_) {
    plan_.options = located(plan_.options, found);
    place = place_of(plan_.options);
  }
  client::DeviceOptions options = device_options(plan_.options);
  options.on_unit = std::move(on_unit);
  options.start_at = kNever;
  device_ = open_device(devices, plan_.options.target, place, options, !plan_.is_armed_by_content);
  if (plan_.cue_player != nullptr) plan_.cue_player->on_call([this] { drop_waiting(); });
}

bool ActiveStream::join(const stream::UnitList& found) try {
  if (sender::is_missing(plan_.options, found)) return false;
  const StreamOptions options = located(plan_.options, found);
  if (!device_->retarget(options.target, place_of(options))) return false;
  plan_.options = options;
  is_missing_ = false;
  return true;
} catch (const cli::Failure&) {
  return false;  // two of one name, or no laser: it may be put right
}

bool ActiveStream::obey(const Action& action) {
  const int number = static_cast<int>(action.number.value_or(0));
  switch (action.kind) {
    case Action::Kind::Dark:
      make_dark(true);
      return true;
    case Action::Kind::Light:
      make_dark(false);
      return true;
    case Action::Kind::Toggle:
      make_dark(!is_dark_);
      return true;
    case Action::Kind::Brightness:
      set_brightness(number);
      return true;
    case Action::Kind::Brighter:
      set_brightness(brightness_ + Action::kStep);
      return true;
    case Action::Kind::Dimmer:
      // Light that keys have taken away altogether would be looked for.
      set_brightness(std::max(brightness_ - Action::kStep, std::min(brightness_.load(), Action::kStep)));
      return true;
    case Action::Kind::Next:
    case Action::Kind::Previous:
    case Action::Kind::Cue:
      break;
  }
  if (plan_.cues == nullptr ||
      (action.kind == Action::Kind::Cue && !plan_.cues->has(action.number.value_or(0))))
    return false;
  if (action.kind == Action::Kind::Cue && action.at && plan_.cues->fulfil(*action.number, *action.at))
    return true;
  // Now: whoever fills the queue waits until it has room. What it has read already is discarded by on_call().
  if (plan_.cue_player != nullptr) drop_waiting();
  if (action.kind == Action::Kind::Cue) return plan_.cues->call(action.number.value_or(0));
  plan_.cues->call_beside(action.kind == Action::Kind::Next ? 1 : -1);
  return true;
}

void ActiveStream::expect(const Action& cue) {
  if (plan_.cue_player != nullptr) plan_.cues->plan(cue.number.value_or(0), *cue.at);
}

void ActiveStream::set_brightness(int percent) {
  brightness_ = std::clamp(percent, 0, 100);
  device_->set_brightness(brightness_ / 100.0);
}

/// Disarmed, since a blackout discards the queue: the content would be ahead by it when the light is back.
/// Content that arms the device itself is of pictures, none of which wait.
void ActiveStream::make_dark(bool dark) {
  is_dark_ = dark;
  if (plan_.is_armed_by_content)
    device_->blackout(dark);
  else
    device_->arm(!dark);
}

/// Discards the queue, so that a cue is shown at once; dark until its first samples are there.
void ActiveStream::drop_waiting() {
  device_->blackout(true);
  device_->blackout(false);
}

std::string ActiveStream::unit_name() const {
  const stream::UnitKey unit{*options().unit};
  const auto service = static_cast<std::uint8_t>(options().service);
  return service == 0 ? to_string(unit) : device_name(unit, service);
}

void ActiveStream::prepare(std::function<void()> on_ready) {
  plan_.content->watch(std::move(on_ready), [this] { end_with_input(); });
  if (const auto begun = plan_.content->begin(*device_); !begun)
    throw cli::Failure(cli::kEnvironment, begun.error().message());
}

void ActiveStream::check_input() const {
  if (plan_.content->has_begun()) return;  // its thread may be failing at this moment
  if (plan_.content->failure()) std::rethrow_exception(plan_.content->failure());
  throw cli::Failure(cli::kEnvironment, "the input has no samples; nothing was sent");
}

/// Runs on the thread of the device: handing over to another thread would take so long that the stream runs
/// dry.
void ActiveStream::end_with_input() {
  if (plan_.content->failure())
    device_->end();
  else
    device_->finish();
}

void ActiveStream::end() {
  plan_.content->stop();
  device_->end();
}

void ActiveStream::finish() {
  plan_.content->stop();
  static_cast<void>(device_->stop());
  if (plan_.content->failure()) std::rethrow_exception(plan_.content->failure());
  if (plan_.epilogue) plan_.epilogue();
}

void ActiveStream::check_reception(const Light& light) const {
  const client::DeviceStatus status = device_->status();
  const client::ReceiverState state = status.receiver;
  const std::string remote = to_string(status.remote);
  if (is_missing_)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{} was never found; switch it on, check its cable and network, or see what "
                                   "idn_sender scan finds",
                                   name_));
  if (status.link == client::LinkState::Missing && state != client::ReceiverState::Playing)
    throw cli::Failure(
        cli::kFindings,
        fmt::format("{} (last at {}) no longer answers; switch it on, check its cable and network", unit_name(),
                    remote));
  const bool is_away = light.kind == LightKind::Refused || light.kind == LightKind::NoAnswer;
  if (is_away && status.retargets == 0 && status.send_errors > status.socket_full && status.acks_received == 0)
    throw cli::Failure(cli::kEnvironment,
                       fmt::format("nothing listens at {}; start the receiver or correct --target", remote));
  if (state == client::ReceiverState::Silent)
    throw cli::Failure(
        cli::kFindings,
        fmt::format("{} stopped answering during the show; check the receiver and the network", remote));
  if (state == client::ReceiverState::Dropping)
    throw cli::Failure(cli::kFindings,
                       fmt::format("{}: {}; {}", remote, describe_state(status), remedy_for(status.refusals)));
  if (is_rejecting(state))
    throw cli::Failure(cli::kFindings, fmt::format("{}: {}; {}", remote, to_string(state), remedy_for(state)));
  if (!plan_.left_out.empty()) throw cli::Failure(cli::kFindings, plan_.left_out);
}

}  // namespace idn::sender
