// SPDX-License-Identifier: MIT
#include "plugins/etherdream/rack_output.hpp"

namespace idn::etherdream {
namespace {

void add(const client::DeviceStatus& status, SentTotals& sent) {
  sent.samples += status.samples;
  sent.datagrams += status.datagrams;
  sent.starved_samples += status.starved_samples;
  sent.late_ticks += status.late_ticks;
  sent.reanchors += status.reanchors;
  sent.send_errors += status.send_errors;
}

}  // namespace

RackOutput::RackOutput(plugins::Output& output) : output_(output), rate_(output.settings().rate) {}

bool RackOutput::is_present() {
  return output_.is_found();
}

/// A failure is followed by close(), or the rack would open it when its unit is found, without a client.
std::string RackOutput::open() {
  rate_ = output_.settings().rate;
  if (output_.open()) return {};
  std::string problem = output_.problem();
  output_.close();
  return problem;
}

void RackOutput::close() {
  if (const auto device = output_.device()) add(device->status(), sent_);
  output_.close();
}

std::size_t RackOutput::write(std::span<const LaserSample> points) {
  const auto device = output_.device();
  return device ? device->write_some(points).value_or(0) : 0;
}

/// The device reports the queue as a time, rounded down, so the number of points is the product rounded up.
std::size_t RackOutput::waiting() const {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto device = output_.device();
  if (!device) return 0;
  const client::DeviceStatus status = device->status();
  return static_cast<std::size_t>((status.buffered.count() * status.rate.per_second + kSecond - 1) / kSecond);
}

void RackOutput::set_rate(SampleRate rate) {
  rate_ = rate.per_second;
  if (const auto device = output_.device()) device->set_rate(rate_);
}

bool RackOutput::is_at_rate() const {
  const auto device = output_.device();
  return !device || device->status().rate.per_second == rate_;
}

void RackOutput::stop() {
  if (const auto device = output_.device()) device->stop();
}

void RackOutput::abort() {
  const auto device = output_.device();
  if (!device) return;
  device->stop();
  device->abort();
}

}  // namespace idn::etherdream
