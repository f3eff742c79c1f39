// SPDX-License-Identifier: MIT
#include "plugins/libera/controller.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "idn/io/now.hpp"
#include "plugins/libera/points.hpp"
#include "plugins/libera/properties.hpp"

namespace idn::plugins::libera {
namespace {

using namespace std::chrono_literals;

/// A host whose points find no room is held up for their play time, and this in addition; then they are
/// dropped.
constexpr Duration kPatience = 100ms;
constexpr Duration kLongestCall = 1s;
/// For the next frame to find room, so that hosts that ask again at once do not burn a processor.
constexpr Duration kBusyPause = 5ms;
constexpr Duration kPreferredFrame = 20ms;
constexpr std::uint32_t kLongestFrame = 65'536;

bool is_busy(const client::Fault& fault) {
  return fault.code == client::FaultCode::Busy;
}

}  // namespace

Controller::Controller(std::shared_ptr<Rack> rack, Output& output, const libera_host_services_t& services,
                       void* context)
    : rack_(std::move(rack)),
      output_(output),
      rate_(output.settings().rate),
      reports_(services, context),
      frames_(output) {}

void Controller::end() {
  supersede();
  frames_.stop();
}

Duration Controller::play_time(std::size_t points) const noexcept {
  return Duration(1s) * static_cast<std::int64_t>(points) / rate();
}

std::size_t Controller::points_in(Duration time) const noexcept {
  return static_cast<std::size_t>(time / 1us * rate() / 1'000'000);
}

std::int32_t Controller::set_rate(std::uint32_t points_per_second) {
  if (!SampleRate{points_per_second}.is_valid()) return LIBERA_INVALID_ARGUMENT;
  rate_.store(points_per_second, std::memory_order_relaxed);
  return LIBERA_OK;
}

std::int32_t Controller::arm(bool armed) {
  if (is_superseded_) return LIBERA_ERROR;
  output_.arm(armed);
  return LIBERA_OK;
}

/// As much as the device takes is the whole of it, whatever rate what waits still has.
std::int32_t Controller::buffer_state(libera_buffer_state_t& state) const {
  const std::size_t total = std::max<std::size_t>(points_in(output_.settings().latency), 1);
  const auto device = output_.device();
  const std::size_t waiting = device ? total - std::min(total, device->writable())
                                     : std::min(total, points_in(absent_.waiting(io::monotonic_now())));
  state.total_buffer_points = static_cast<std::int32_t>(total);
  state.points_in_buffer = static_cast<std::int32_t>(waiting);
  return LIBERA_OK;
}

/// Where the points are brought, so that a change of rate does not meet the points of another thread halfway.
void Controller::report_rate(const std::shared_ptr<client::Device>& device) {
  const std::uint32_t wanted = rate();
  if (rated_.lock() == device && reported_rate_ == wanted) return;
  if (!device->set_rate(wanted)) return;
  rated_ = device;
  reported_rate_ = wanted;
}

std::int32_t Controller::send_points(std::span<const libera_point_t> points) {
  const std::lock_guard lock(producing_);
  if (is_superseded_) return LIBERA_ERROR;
  const auto device = output_.device();
  reports_.report(output_, device.get(), io::monotonic_now());
  if (!device) {
    play_nothing(points.size());
    return LIBERA_OK;
  }
  report_rate(device);
  return write(*device, points);
}

/// What stands still for so long is not worth waiting for: the rest of the points is late anyway.
std::int32_t Controller::write(client::Device& device, std::span<const libera_point_t> points) {
  const TimePoint until =
      io::monotonic_now() + std::min<Duration>(play_time(points.size()) + kPatience, kLongestCall);
  std::array<LaserSample, 256> samples;
  while (!points.empty()) {
    const auto part = points.first(std::min(points.size(), samples.size()));
    std::ranges::transform(part, samples.begin(), to_sample);
    const Duration left = std::max<Duration>(until - io::monotonic_now(), 0ns);
    const auto taken = device.write(std::span(samples).first(part.size()), left);
    if (!taken) return is_busy(taken.error()) ? LIBERA_BUSY : LIBERA_ERROR;
    if (*taken < part.size()) return LIBERA_OK;
    points = points.subspan(part.size());
  }
  return LIBERA_OK;
}

void Controller::play_nothing(std::size_t points) {
  absent_.take(play_time(points), io::monotonic_now());
  const Duration excess = absent_.waiting(io::monotonic_now()) - output_.settings().latency;
  if (excess > 0ns) std::this_thread::sleep_for(std::min(excess, kLongestCall));
}

bool Controller::is_frame_wanted() {
  if (output_.is_open()) return frames_.is_ready(kBusyPause);
  const Duration waiting = absent_.waiting(io::monotonic_now());
  std::this_thread::sleep_for(std::min(waiting, kBusyPause));
  return waiting <= kBusyPause;
}

std::int32_t Controller::send_frame(std::span<const libera_point_t> points) {
  const std::lock_guard lock(producing_);
  if (is_superseded_) return LIBERA_ERROR;
  const auto device = output_.device();
  reports_.report(output_, device.get(), io::monotonic_now());
  if (!is_frame_wanted()) return LIBERA_BUSY;
  if (!device) {
    absent_.take(play_time(points.size()), io::monotonic_now());
    return LIBERA_OK;
  }
  frame_.resize(points.size());
  std::ranges::transform(points, frame_.begin(), to_sample);
  const auto written = frames_.write(frame_, {.rate = rate()}, false);
  if (written) return LIBERA_OK;
  return is_busy(written.error()) ? LIBERA_BUSY : LIBERA_ERROR;
}

std::int32_t Controller::frame_requirements(libera_frame_requirements_t& requirements) {
  if (is_superseded_) return LIBERA_ERROR;
  if (!is_frame_wanted()) return LIBERA_BUSY;
  const auto device = output_.device();
  const Duration ahead = device ? device->status().buffered : Duration{0};
  requirements.maximum_points = kLongestFrame;
  requirements.preferred_points =
      static_cast<std::uint32_t>(std::max<std::size_t>(points_in(kPreferredFrame), 1));
  requirements.minimum_points = 1;
  requirements.time_to_first_point_ns = static_cast<std::uint64_t>(ahead.count());
  return LIBERA_OK;
}

std::int32_t Controller::read_property(std::uint32_t index, double& value) const {
  const auto device = output_.device();
  const auto read = property_value(index, device.get());
  if (!read) return LIBERA_INVALID_ARGUMENT;
  value = *read;
  return LIBERA_OK;
}

}  // namespace idn::plugins::libera
