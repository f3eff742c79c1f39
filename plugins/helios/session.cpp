// SPDX-License-Identifier: MIT
#include "plugins/helios/session.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "idn/client/engine.hpp"
#include "idn/io/now.hpp"
#include "plugins/common/never_destroyed.hpp"
#include "plugins/helios/helios_api.h"
#include "venue/shown_name.hpp"

namespace idn::plugins::helios {
namespace {

using namespace std::chrono_literals;

/// Longest delay of exit(), in addition to the latency.
constexpr Duration kLongestAtEnd = 300ms;

/// No limit here: the hold time limits it.
constexpr Duration kLongestAtClose = std::chrono::hours(1);

struct OpenSession {
  std::mutex mutex;
  std::shared_ptr<HeliosSession> session;
};

/// If a host ends without CloseDevices(), its last frames are still played; then the engine blanks its devices.
void play_out_at_end() noexcept {
  OpenSession& open = never_destroyed<OpenSession>();
  const std::unique_lock lock(open.mutex, std::try_to_lock);
  if (lock && open.session) open.session->finish(kLongestAtEnd);
}

}  // namespace

std::shared_ptr<HeliosSession> HeliosSession::current() {
  OpenSession& open = never_destroyed<OpenSession>();
  const std::lock_guard lock(open.mutex);
  return open.session;
}

std::shared_ptr<HeliosSession> HeliosSession::current_or_new() {
  OpenSession& open = never_destroyed<OpenSession>();
  const std::lock_guard lock(open.mutex);
  if (!open.session) open.session = std::make_shared<HeliosSession>();
  // Created after the first engine, so that it is destroyed before the static object that closes engines.
  static const client::ProcessEnd end(&play_out_at_end);
  return open.session;
}

int HeliosSession::open() {
  const int count = current_or_new()->scan();
  if (count == 0) (void)close();
  return count;
}

int HeliosSession::scan_again(bool network) {
  const auto session = current_or_new();
  return network ? session->scan() : session->known();
}

int HeliosSession::count() {
  const auto session = current();
  return session ? session->known() : 0;
}

int HeliosSession::close() {
  OpenSession& open = never_destroyed<OpenSession>();
  std::shared_ptr<HeliosSession> closed;
  {
    const std::lock_guard lock(open.mutex);
    closed = std::move(open.session);
  }
  if (!closed) return HELIOS_NOT_INITIALIZED;
  closed->finish(kLongestAtClose);
  for (std::size_t i = 0; Output* const output = closed->rack_->at(i); ++i) {
    closed->player(static_cast<unsigned>(i))->stop();
    if (const auto device = output->device()) device->finish();
  }
  for (std::size_t i = 0; Output* const output = closed->rack_->at(i); ++i) output->finish();
  return HELIOS_OK;
}

HeliosSession::HeliosSession() : rack_(Rack::shared("helios")) {}

int HeliosSession::scan() {
  const std::size_t count = rack_->scan();
  const std::lock_guard lock(mutex_);
  while (players_.size() < count) players_.emplace_back(*rack_->at(players_.size()));
  for (std::size_t i = 0; i < count; ++i) rack_->at(i)->open();
  return static_cast<int>(count);
}

int HeliosSession::known() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(players_.size());
}

FramePlayer* HeliosSession::player(unsigned device) const {
  const std::lock_guard lock(mutex_);
  return device < players_.size() ? const_cast<FramePlayer*>(&players_[device]) : nullptr;
}

int HeliosSession::status(unsigned device, Duration wait) {
  FramePlayer* const frames = player(device);
  if (frames == nullptr) return HELIOS_NO_SUCH_DEVICE;
  if (!rack_->at(device)->is_open()) return HELIOS_DEVICE_CLOSED;
  return frames->is_ready(wait) ? 1 : 0;
}

int HeliosSession::is_closed(unsigned device) {
  const Output* const output = rack_->at(device);
  if (output == nullptr) return HELIOS_NO_SUCH_DEVICE;
  return output->is_open() ? 0 : 1;
}

int HeliosSession::write(unsigned device, std::span<const LaserSample> samples, const PlayRequest& playback) {
  FramePlayer* const frames = player(device);
  if (frames == nullptr) return HELIOS_NO_SUCH_DEVICE;
  const auto written = frames->write(samples, playback, false);
  if (written) return HELIOS_OK;
  switch (written.error().code) {
    case Errc::Closed:
      return HELIOS_DEVICE_CLOSED;
    case Errc::Busy:
      return HELIOS_FRAME_WAITS;
    default:
      return HELIOS_NETWORK;
  }
}

int HeliosSession::set_shutter(unsigned device, bool open) {
  Output* const output = rack_->at(device);
  if (output == nullptr) return HELIOS_NO_SUCH_DEVICE;
  if (!output->is_open()) return HELIOS_DEVICE_CLOSED;
  output->arm(open);
  return HELIOS_OK;
}

int HeliosSession::stop(unsigned device) {
  FramePlayer* const frames = player(device);
  if (frames == nullptr) return HELIOS_NO_SUCH_DEVICE;
  frames->stop();
  return rack_->at(device)->is_open() ? HELIOS_OK : HELIOS_DEVICE_CLOSED;
}

/// Truncated to the size that hosts reserve.
int HeliosSession::name(unsigned device, char* name) {
  const Output* const output = rack_->at(device);
  if (output == nullptr) return HELIOS_NO_SUCH_DEVICE;
  const std::string_view shown = truncate_utf8(output->name(), HELIOS_NAME_SIZE - 1);
  std::memcpy(name, shown.data(), shown.size());
  name[shown.size()] = '\0';
  return HELIOS_OK;
}

/// One deadline for all players: waits for the latency + `longest`, or the hold time if that is shorter.
void HeliosSession::finish(Duration longest) {
  const TimePoint begin = io::monotonic_now();
  for (unsigned i = 0; FramePlayer* const frames = player(i); ++i) {
    const HostSettings& settings = rack_->at(i)->settings().hosts;
    frames->finish(std::min(settings.latency + longest, settings.hold) - (io::monotonic_now() - begin));
  }
}

}  // namespace idn::plugins::helios
