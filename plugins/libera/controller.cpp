// SPDX-License-Identifier: MIT
#include "plugins/libera/controller.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "idn/io/now.hpp"
#include "plugins/libera/points.hpp"

namespace idn::plugins::libera {
namespace {

using namespace std::chrono_literals;

/// send_points() blocks for the play time of the points plus this, at most kLongestCall; then it drops the
/// rest.
constexpr Duration kExtraWait = 100ms;
constexpr Duration kLongestCall = 1s;
/// How long a call waits for room for the next frame, so that hosts that retry at once do not occupy a core.
constexpr Duration kBusyPause = 5ms;
constexpr Duration kPreferredFrame = 20ms;
constexpr std::uint32_t kLongestFrame = 65'536;

}  // namespace

Controller::Controller(std::shared_ptr<Rack> rack, Output& output, const libera_host_services_t& services,
                       void* context)
    : rack_(std::move(rack)),
      output_(output),
      rate_(output.settings().rate),
      reports_(services, context),
      frames_(output) {}

void Controller::end() {
  is_superseded_.store(true, std::memory_order_relaxed);
  frames_.end();
}

Duration Controller::play_time(std::size_t points) const noexcept {
  return Duration(1s) * static_cast<std::int64_t>(points) / rate();
}

std::size_t Controller::points_in(Duration time) const noexcept {
  return static_cast<std::size_t>(time / 1us * rate() / 1'000'000);
}

void Controller::set_rate(std::uint32_t points_per_second) {
  if (SampleRate{points_per_second}.is_valid()) rate_.store(points_per_second, std::memory_order_relaxed);
}

void Controller::arm(bool armed) {
  if (!is_superseded_) output_.arm(armed);
}

/// Free room is what the device accepts, even while it has queued points of a former rate.
libera_buffer_state_t Controller::buffer_state() const {
  const std::size_t total = std::max<std::size_t>(points_in(output_.settings().hosts.latency), 1);
  const auto device = output_.device();
  const std::size_t waiting = device
                                  ? total - std::min(total, device->writable())
                                  : std::min(total, points_in(missing_clock_.remaining(io::monotonic_now())));
  return {.points_in_buffer = static_cast<std::int32_t>(waiting),
          .total_buffer_points = static_cast<std::int32_t>(total)};
}

/// Passes a new rate to the device. Only the thread that sends points does that, so that the rate cannot change
/// in the middle of the points of a call.
void Controller::apply_rate(const std::shared_ptr<client::Device>& device) {
  const std::uint32_t wanted = rate();
  if (rate_set_on_.lock() == device && applied_rate_ == wanted) return;
  if (!device->set_rate(wanted)) return;
  rate_set_on_ = device;
  applied_rate_ = wanted;
}

libera_status_t Controller::send_points(std::span<const libera_point_t> points) {
  const std::lock_guard lock(sending_);
  if (is_superseded_) return LIBERA_INTERNAL;
  const auto device = output_.device();
  reports_.report(output_, device.get(), io::monotonic_now());
  if (!device) {
    pace_while_missing(points.size());
    return LIBERA_OK;
  }
  apply_rate(device);
  return write(*device, points);
}

/// Drops the points that the device does not accept in time: they would be late anyway.
libera_status_t Controller::write(client::Device& device, std::span<const libera_point_t> points) {
  const TimePoint until =
      io::monotonic_now() + std::min<Duration>(play_time(points.size()) + kExtraWait, kLongestCall);
  std::array<LaserSample, 256> samples;
  while (!points.empty()) {
    const auto part = points.first(std::min(points.size(), samples.size()));
    std::ranges::transform(part, samples.begin(), to_sample);
    const Duration left = std::max<Duration>(until - io::monotonic_now(), 0ns);
    const auto taken = device.write_some(std::span(samples).first(part.size()), left);
    if (!taken) return LIBERA_INTERNAL;
    if (*taken < part.size()) return LIBERA_OK;
    points = points.subspan(part.size());
  }
  return LIBERA_OK;
}

void Controller::pace_while_missing(std::size_t points) {
  missing_clock_.add(play_time(points), io::monotonic_now());
  const Duration excess = missing_clock_.remaining(io::monotonic_now()) - output_.settings().hosts.latency;
  if (excess > 0ns) std::this_thread::sleep_for(std::min(excess, kLongestCall));
}

bool Controller::is_ready_for_frame() {
  if (output_.is_open()) return frames_.is_ready(kBusyPause);
  const Duration remaining = missing_clock_.remaining(io::monotonic_now());
  std::this_thread::sleep_for(std::min(remaining, kBusyPause));
  return remaining <= kBusyPause;
}

libera_status_t Controller::send_frame(std::span<const libera_point_t> points) {
  const std::lock_guard lock(sending_);
  if (is_superseded_) return LIBERA_INTERNAL;
  const auto device = output_.device();
  reports_.report(output_, device.get(), io::monotonic_now());
  if (!device) {
    pace_while_missing(points.size());
    return LIBERA_OK;
  }
  frame_.resize(points.size());
  std::ranges::transform(points, frame_.begin(), to_sample);
  const auto written = frames_.write(frame_, {.rate = rate()});
  return written && !is_superseded_ ? LIBERA_OK : LIBERA_INTERNAL;
}

libera_status_t Controller::frame_requirements(libera_frame_requirements_t& requirements) {
  if (is_superseded_) return LIBERA_INTERNAL;
  if (!is_ready_for_frame()) return LIBERA_BUSY;
  const auto preferred = static_cast<std::uint32_t>(std::max<std::size_t>(points_in(kPreferredFrame), 1));
  requirements = {.maximum_points = kLongestFrame,
                  .preferred_points = preferred,
                  .blank_frame_points = preferred,  // so that dark frames do not change the pace
                  .additional_delay_ns = 0};
  return LIBERA_OK;
}

}  // namespace idn::plugins::libera
