// SPDX-License-Identifier: MIT
#include "bench/devices/device_fan_out.hpp"

#include <optional>
#include <random>

#include "bench/sample_pattern.hpp"
#include "cli/failure.hpp"
#include "idn/idn.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::bench {
namespace {

using namespace std::chrono_literals;

constexpr Duration kDeviceTick = 1ms;
/// Time before the measurement for the guards to settle; as much again is allowed for opening and closing.
constexpr Duration kDeviceMargin = 500ms;

DeviceOptions fast_options() {
  return {.rate = 100'000};
}

Device open(Devices& devices, const Endpoint& receiver, const DeviceOptions& options = fast_options()) {
  auto device = devices.open(to_string(receiver), options);
  if (!device) throw cli::Failure(cli::kEnvironment, device.error().message());
  device->arm(true);
  return *std::move(device);
}

std::size_t expected_in(Duration measured) {
  return static_cast<std::size_t>((measured + 3 * kDeviceMargin) / kDeviceTick);
}

/// Shows a picture on every device at an even rate until a stop is requested.
void show_pictures(std::span<Device> devices, std::span<const LaserSample> picture, std::uint32_t per_second,
                   const stop_token& stop) {
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    for (Device& device : devices) static_cast<void>(device.show(picture));
    next += std::chrono::nanoseconds(1s) / per_second;
    std::this_thread::sleep_until(next);
  }
}

/// Opens devices that show a picture, and closes them, in random order until a stop is requested.
/// @return how many were opened
std::uint64_t visit(Devices& devices, const Sink& sink, std::size_t most, const stop_token& stop) {
  std::minstd_rand random(7);
  const auto picture = sample_pattern(500);
  std::vector<std::optional<Device>> visitors(most);  // one for each receiver
  std::uint64_t opened = 0;
  while (!stop.stop_requested() && most > 0) {
    const std::size_t place = random() % most;
    if (auto& visitor = visitors[place]; visitor) {
      visitor.reset();
    } else {
      visitor = open(devices, sink.address(1 + place));
      static_cast<void>(visitor->show(picture));
      ++opened;
    }
    std::this_thread::sleep_for(1ms);
  }
  return opened;
}

std::uint64_t limited_samples(const client::OutputCounts& by) {
  return by.picture + by.speed + by.acceleration + by.zones + by.allowed + by.brightness + by.dwell;
}

}  // namespace

DeviceFanOutResult run_device_fan_out(const DeviceFanOutOptions& options) {
  Sink sink(options.devices, expected_in(options.measured));
  Engine engine;
  Devices devices(engine);
  std::vector<Device> open_devices;
  const DeviceOptions device_options{.rate = 100'000, .format = options.format, .output = options.output};
  for (std::size_t i = 0; i < options.devices; ++i)
    open_devices.push_back(open(devices, sink.address(i), device_options));
  const auto picture = options.picture.empty() ? sample_pattern(1000) : options.picture;
  const TimePoint begun = io::monotonic_now();
  jthread application(
      [&](const stop_token& stop) { show_pictures(open_devices, picture, options.pictures_per_second, stop); });
  std::this_thread::sleep_for(kDeviceMargin);
  const Duration from = io::since_1970();
  std::this_thread::sleep_for(options.measured);
  const Duration until = io::since_1970();
  application = {};
  DeviceFanOutResult result;
  for (const Device& device : open_devices) {
    const DeviceStatus status = device.status();
    result.starved_samples += status.starved_samples;
    result.samples += status.samples;
    result.limited += limited_samples(status.limited);
  }
  const Duration streamed = io::monotonic_now() - begun;
  open_devices.clear();
  while (engine.status().front().processor_time == 0ns) std::this_thread::sleep_for(1ms);
  result.processor_percent = 100.0 * static_cast<double>(engine.status().front().processor_time.count()) /
                             static_cast<double>(streamed.count());
  result.figures = measure(sink.finish(), kDeviceTick, from, until);
  result.dropped_by_sink = sink.dropped();
  return result;
}

VisitorResult run_visitors(const VisitorOptions& options) {
  Sink sink(1 + options.visitors, expected_in(options.measured));
  Engine engine;
  Devices devices(engine);
  Device steady = open(devices, sink.address(0));
  const auto samples = sample_pattern(8192);
  const auto filled = steady.fill([&](const FillRequest&, std::span<LaserSample> room) {
    const auto count = std::min(room.size(), samples.size());
    std::ranges::copy(std::span(samples).first(count), room.begin());
    return count;
  });
  if (!filled) throw cli::Failure(cli::kEnvironment, filled.error().message());
  VisitorResult result;
  jthread visits([&](const stop_token& stop) { result.opened = visit(devices, sink, options.visitors, stop); });
  std::this_thread::sleep_for(kDeviceMargin);
  const Duration from = io::since_1970();
  std::this_thread::sleep_for(options.measured);
  const Duration until = io::since_1970();
  visits = {};
  if (const auto closed = steady.close(); !closed)
    throw cli::Failure(cli::kEnvironment, closed.error().message());
  const auto arrivals = sink.finish();
  result.figures = measure(std::span(arrivals).first(1), kDeviceTick, from, until);
  result.dropped_by_sink = sink.dropped();
  return result;
}

}  // namespace idn::bench
