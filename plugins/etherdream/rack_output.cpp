// SPDX-License-Identifier: MIT
#include "plugins/etherdream/rack_output.hpp"

#include "idn/stream/target.hpp"

namespace idn::etherdream {
namespace {

/// Nobody has to find it, and whether it is there shows when it is played to.
bool is_address(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  return parsed && !parsed->unit && parsed->host.find_first_not_of("0123456789.") == std::string::npos;
}

void add(const client::Status& status, Sent& sent) {
  sent.samples += status.samples;
  sent.datagrams += status.datagrams;
  sent.starved_samples += status.starved_samples;
  sent.late_ticks += status.late_ticks;
  sent.reanchors += status.reanchors;
  sent.send_errors += status.send_errors;
}

}  // namespace

RackOutput::RackOutput(plugins::Output& output)
    : output_(output), rate_(output.settings().rate), is_there_(is_address(output.target())) {
  if (!is_there_) output_.open();
}

/// An output that has been asked for opens by itself when its unit is found; until a client comes it is closed
/// again.
bool RackOutput::is_there() {
  if (!is_used_ && output_.is_open()) {
    output_.close();
    is_there_ = true;
  }
  return is_there_;
}

std::string RackOutput::open() {
  is_used_ = is_there_ = output_.open();
  rate_ = output_.settings().rate;
  return is_used_ ? std::string() : output_.problem();
}

void RackOutput::close() {
  if (const auto device = output_.device()) add(device->status(), sent_);
  output_.close();
  is_used_ = false;
}

std::size_t RackOutput::write(std::span<const LaserSample> points) {
  const auto device = output_.device();
  return device ? device->write(points).value_or(0) : 0;
}

/// The device tells it as time, rounded down; rounded up again it is the number of points.
std::size_t RackOutput::waiting() const {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto device = output_.device();
  if (!device) return 0;
  const client::Status status = device->status();
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
