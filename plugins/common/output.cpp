// SPDX-License-Identifier: MIT
#include "plugins/common/output.hpp"

#include <thread>
#include <utility>

#include "idn/io/now.hpp"

namespace idn::plugins {
namespace {

client::DeviceOptions options_of(const ProjectorSettings& settings) {
  client::DeviceOptions options;
  options.rate = settings.rate;
  options.latency = settings.hosts.latency;
  options.hold = settings.hosts.hold;
  options.rearm = settings.hosts.rearm;
  options.format = settings.format;
  options.datagrams.dscp = settings.dscp;
  options.output = settings.output();
  return options;
}

/// Problem and remedy for users; empty if there is no problem.
std::string problem_of(client::LinkState link) {
  using enum client::LinkState;
  switch (link) {
    case Muted:
      return "another program plays to it; close that one";
    case Refused:
      return "the projector does not play the stream; see its display or manual";
    case Silent:
      return "no longer answers; check its power, cable and network";
    case Missing:
      return "is not found any more; check its power, cable and network";
    case Closed:
      return "closed";
    case Opening:
    case Playing:
      break;
  }
  return {};
}

}  // namespace

Output::Output(Projector wanted, Arming arming, client::Devices& devices, Log& log)
    : wanted_(std::move(wanted)),
      arming_(arming),
      devices_(devices),
      log_(log),
      armed_by_host_(arming == Arming::BySettings) {}

bool Output::is_found() {
  const std::lock_guard alone(opening_);
  {
    const std::lock_guard lock(mutex_);
    if (device_) return true;
    if (!std::exchange(should_look_, false)) return is_found_;
  }
  const auto place = devices_.find(target());
  if (!place) keep_error(place.error());
  const std::lock_guard lock(mutex_);
  if (place) open_error_.clear();
  return is_found_ = place.has_value();
}

bool Output::open() {
  const std::lock_guard alone(opening_);
  {
    const std::lock_guard lock(mutex_);
    should_be_open_ = true;
  }
  return open_locked();
}

void Output::on_unit_found() {
  const std::lock_guard alone(opening_);
  {
    const std::lock_guard lock(mutex_);
    should_look_ |= !is_found_;
    if (!should_be_open_ || device_) return;
  }
  open_locked();
}

/// Retries for up to 1 s after close(): a call in progress on another thread keeps the closed device, and so
/// its service, in use until it returns.
Result<client::Device> Output::open_device() {
  using namespace std::chrono_literals;
  while (true) {
    auto opened = devices_.open(target(), options_of(settings()));
    if (opened || opened.error().code != Errc::Busy) return opened;
    if (io::monotonic_now() - closed_at_ > 1s) return opened;
    std::this_thread::sleep_for(1ms);
  }
}

bool Output::open_locked() {
  {
    const std::lock_guard lock(mutex_);
    if (device_) {
      arm_as_asked();
      return true;
    }
  }
  ending_.reset();
  auto opened = open_device();
  if (!opened) {
    keep_error(opened.error());
    const std::lock_guard lock(mutex_);
    should_look_ = true;
    return false;
  }
  log_.write(name() + ": opened at " + to_string(opened->status().remote) + ", " +
             std::to_string(settings().rate) + " samples/s" +
             (settings().hosts.armed ? "" : "; dark, since the settings have armed = false"));
  const std::lock_guard lock(mutex_);
  open_error_.clear();
  device_ = std::make_shared<client::Device>(*std::move(opened));
  arm_as_asked();
  return true;
}

void Output::keep_error(const Error& fault) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(open_error_, fault.message()) != open_error_)
    log_.write(name() + ": missing: " + open_error_);
}

void Output::finish() noexcept {
  constexpr Duration kDarkAtEnd = std::chrono::milliseconds(300);
  if (const auto ending = device()) {
    ending->arm(false);
    (void)ending->close(settings().hosts.latency + kDarkAtEnd);
  }
  close();
  const std::lock_guard alone(opening_);
  if (ending_) (void)ending_->close(settings().hosts.latency + kDarkAtEnd);
}

void Output::close() noexcept {
  const std::lock_guard alone(opening_);
  std::shared_ptr<client::Device> closed;
  {
    const std::lock_guard lock(mutex_);
    should_be_open_ = false;
    if (arming_ == Arming::BySettings) armed_by_host_ = true;
    closed = std::move(device_);
  }
  if (!closed) return;
  closed->end();
  ending_ = std::move(closed);
  closed_at_ = io::monotonic_now();
  log_.write(name() + ": closed");
}

std::shared_ptr<client::Device> Output::device() const {
  const std::lock_guard lock(mutex_);
  return device_;
}

/// Hosts that open a shutter before each picture do not arm a device again that has been disarmed.
void Output::arm(bool armed) {
  const std::lock_guard lock(mutex_);
  const bool is_new = std::exchange(armed_by_host_, armed) != armed;
  if (is_new || arming_ == Arming::ByHost) arm_as_asked();
}

void Output::arm_as_asked() {
  if (device_) device_->arm(settings().hosts.armed && armed_by_host_);
}

std::string Output::problem() const {
  if (const auto current = device()) {
    const auto status = current->status();
    if (auto link_problem = problem_of(status.link); !link_problem.empty()) return link_problem;
    if (!settings().hosts.armed) return "dark, since the settings have armed = false";
    const std::lock_guard lock(mutex_);
    if (!status.armed && arming_ == Arming::BySettings && armed_by_host_)
      return "dark, since it has turned up at another address; open it again, or set rearm = true";
    return {};
  }
  const std::lock_guard lock(mutex_);
  return open_error_.empty() ? "not opened" : open_error_;
}

}  // namespace idn::plugins
