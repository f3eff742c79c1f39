// SPDX-License-Identifier: MIT
#include "plugins/etherdream/rack_output.hpp"

#include "idn/stream/target.hpp"

namespace idn::etherdream {
namespace {

/// Whether the target is an IP address. That needs no search, and counts as present until opening fails.
bool is_address(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  return parsed && !parsed->unit && parsed->host.find_first_not_of("0123456789.") == std::string::npos;
}

void add(const client::DeviceStatus& status, SentTotals& sent) {
  sent.samples += status.samples;
  sent.datagrams += status.datagrams;
  sent.starved_samples += status.starved_samples;
  sent.late_ticks += status.late_ticks;
  sent.reanchors += status.reanchors;
  sent.send_errors += status.send_errors;
}

}  // namespace

RackOutput::RackOutput(plugins::Output& output)
    : output_(output), rate_(output.settings().rate), is_present_(is_address(output.target())) {
  if (!is_present_) output_.open();
}

/// The constructor has called open() for a target that is searched for, so the rack opens it when its unit is
/// found, which shows here. Then it is closed again until a client connects.
bool RackOutput::is_present() {
  if (!has_client_ && output_.is_open()) {
    output_.close();
    is_present_ = true;
  }
  return is_present_;
}

std::string RackOutput::open() {
  has_client_ = is_present_ = output_.open();
  rate_ = output_.settings().rate;
  return has_client_ ? std::string() : output_.problem();
}

void RackOutput::close() {
  if (const auto device = output_.device()) add(device->status(), sent_);
  output_.close();
  has_client_ = false;
}

std::size_t RackOutput::write(std::span<const LaserSample> points) {
  const auto device = output_.device();
  return device ? device->write(points).value_or(0) : 0;
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
