// SPDX-License-Identifier: MIT
#include "plugins/common/frame_player.hpp"

#include <thread>
#include <utility>

#include "idn/io/now.hpp"
#include "plugins/common/frame_supply.hpp"

namespace idn::plugins {
namespace {

using namespace std::chrono_literals;

Result<void> closed(const Output& output) {
  return fail(Errc::Closed, output.name() + ": " + output.problem());
}

/// Retries while the device is busy: a former fill has ended by returning 0, but the device notices that a
/// moment later.
Result<void> begin_fill(client::Device& device, const std::shared_ptr<FrameSupply>& supply) {
  const TimePoint until = io::monotonic_now() + 1s;
  while (true) {
    auto begun = device.fill([supply, &device](const client::FillRequest&, std::span<LaserSample> room) {
      return supply->fill(room, device);
    });
    if (begun || begun.error().code != Errc::Busy || io::monotonic_now() >= until) return begun;
    std::this_thread::sleep_for(200us);
  }
}

}  // namespace

FramePlayer::~FramePlayer() {
  stop();
}

std::shared_ptr<FrameSupply> FramePlayer::supply() const {
  const std::lock_guard lock(mutex_);
  return supply_;
}

/// A device that was opened again gets a new supply. @return null after end()
std::shared_ptr<FrameSupply> FramePlayer::supply_for(const std::shared_ptr<client::Device>& device) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) return nullptr;
  if (!supply_ || played_on_.lock() != device) {
    const ProjectorSettings& settings = output_.settings();
    supply_ = std::make_shared<FrameSupply>(settings.rate, settings.hosts.hold, settings.hosts.latency);
    played_on_ = device;
  }
  return supply_;
}

bool FramePlayer::is_ready(Duration wait) {
  const auto frames = supply();
  return !frames || !output_.is_open() || frames->await_ready(wait);
}

Result<void> FramePlayer::write(std::span<const LaserSample> samples, const PlayRequest& playback, bool waits) {
  if (!SampleRate{playback.rate}.is_valid())
    return fail(Errc::BadOption, "rate " + std::to_string(playback.rate),
                "give 1 to 1000000 samples per second");
  const auto device = output_.device();
  if (!device) return closed(output_);
  if (samples.empty()) {
    stop();
    return {};
  }
  const auto frames = supply_for(device);
  if (!frames) return fail(Errc::Closed, output_.name() + ": played by another");
  const auto offered = frames->offer(samples, playback, waits);
  if (offered == FrameSupply::Offered::Refused)
    return fail(Errc::Busy, output_.name() + ": another frame waits");
  if (offered == FrameSupply::Offered::Taken) return {};
  auto begun = begin_fill(*device, frames);
  if (!begun) frames->fill_ended();
  return begun;
}

/// Stops the device on which frames were played, not the current one of the output, which may be in use by
/// another player by now.
void FramePlayer::stop() {
  std::shared_ptr<FrameSupply> frames;
  std::shared_ptr<client::Device> device;
  {
    const std::lock_guard lock(mutex_);
    frames = std::exchange(supply_, nullptr);
    device = played_on_.lock();
  }
  if (!frames) return;
  frames->clear();
  if (device) (void)device->stop();
  frames->fill_ended();
}

void FramePlayer::end() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  stop();
}

void FramePlayer::finish(Duration longest) {
  const auto frames = supply();
  const auto device = output_.device();
  if (!frames || !device) return;
  frames->play_out();
  const TimePoint until = io::monotonic_now() + longest;
  for (TimePoint now = io::monotonic_now(); now < until; now = io::monotonic_now()) {
    if (now >= frames->played_at() && device->status().buffered == Duration{0}) return;
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace idn::plugins
