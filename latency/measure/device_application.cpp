// SPDX-License-Identifier: MIT
// Applications that play by a device of the client layer, in this process.
#include <fmt/format.h>

#include "cli/failure.hpp"
#include "idn/client/devices.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/realtime.hpp"
#include "idn/stop_token.hpp"
#include "idn/stream/find/target.hpp"
#include "latency/measure/application.hpp"
#include "latency/model/marker.hpp"

namespace idn::latency {
namespace {

bool needs_search(const std::string& target) {
  const auto parsed = stream::parse_target(target);
  return parsed && parsed->needs_search();
}

class DeviceApplication : public Application {
 public:
  DeviceApplication(const client::DeviceOptions& options, const std::string& target,
                    std::shared_ptr<io::SendLog> log)
      : engine_({.expert = {.send_log = std::move(log)}}),
        devices_(engine_, needs_search(target) ? client::Search::InBackground : client::Search::Off),
        device_(open(devices_, options, target)) {
    device_.arm(true);
  }

  std::optional<client::DeviceStatus> status() const override { return device_.status(); }

 protected:
  client::Device& device() noexcept { return device_; }

  std::vector<AnsweredTrigger> finish() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    static_cast<void>(device_.close());
    return std::move(answers_);
  }

  std::vector<AnsweredTrigger> answers_;
  jthread thread_;

 private:
  static client::Device open(client::Devices& devices, const client::DeviceOptions& options,
                             const std::string& target) {
    auto device = devices.open(target, options);
    if (!device) throw cli::Failure(cli::kEnvironment, device.error().message());
    return *std::move(device);
  }

  client::Engine engine_;
  client::Devices devices_;
  client::Device device_;
};

/// Keeps the ring of the device full: fills the room of each datagram that has left with the newest samples.
class WaveApplication final : public DeviceApplication {
 public:
  WaveApplication(const PathOptions& options, const std::string& target, TriggerInbox& inbox,
                  std::shared_ptr<io::SendLog> log)
      : DeviceApplication({.rate = options.rate,
                           .latency = options.queue_latency(),
                           .datagrams = {.samples = options.samples_per_datagram()}},
                          target, std::move(log)),
        inbox_(inbox),
        is_urgent_(options.end_to_end > Duration{0}),
        poll_(poll_interval(options)),
        pattern_({options.rate}) {
    thread_ = jthread([this](const stop_token& stop) { run(stop); });
  }
  ~WaveApplication() override { finish(); }

  std::vector<AnsweredTrigger> stop() override { return finish(); }

 private:
  void run(const stop_token& stop) {
    // Whoever shares out the whole way writes in time, below the priority of the thread that sends.
    std::optional<io::RealtimeScope> scope;
    if (is_urgent_) scope.emplace(io::RealtimeOptions{.role = io::RealtimeRole::Receiver});
    io::MonotonicClock clock(io::WaitMode::Sleep);
    std::vector<LaserSample> samples;
    while (!stop.stop_requested()) {
      const std::size_t room = device().writable();
      if (room == 0) {
        clock.wait_until(clock.now() + poll_);
        continue;
      }
      if (!pattern_.in_marker())
        if (const auto trigger = inbox_.take()) {
          pattern_.begin(trigger->number);
          answers_.push_back({*trigger, clock.now()});
        }
      samples.resize(room);
      pattern_.draw(samples);
      if (!device().write(samples)) return;
    }
  }

  TriggerInbox& inbox_;
  bool is_urgent_;
  Duration poll_;
  MarkerPattern pattern_;
};

/// Shows a new picture for each trigger; with work, one after the other, each period or as fast as it can.
class FrameApplication final : public DeviceApplication {
 public:
  FrameApplication(const PathOptions& options, const std::string& target, TriggerInbox& inbox,
                   std::shared_ptr<io::SendLog> log)
      : DeviceApplication({.rate = options.rate,
                           .hold = std::chrono::hours(24),
                           .frames = client::FrameOptions{.period = options.period}},
                          target, std::move(log)),
        inbox_(inbox),
        period_(options.period),
        work_(options.work),
        samples_(samples_per_picture(options)) {
    thread_ = jthread([this](const stop_token& stop) { work_ > Duration{0} ? animate(stop) : run(stop); });
  }
  ~FrameApplication() override { finish(); }

  std::vector<AnsweredTrigger> stop() override { return finish(); }

 private:
  void run(const stop_token& stop) {
    io::MonotonicClock clock(io::WaitMode::Sleep);
    if (!device().show(MarkerPattern::picture(samples_, std::nullopt))) return;
    for (; !stop.stop_requested(); clock.wait_until(clock.now() + kPicturePollInterval)) {
      const auto trigger = inbox_.take();
      if (!trigger) continue;
      const auto picture = MarkerPattern::picture(samples_, trigger->number);
      answers_.push_back({*trigger, clock.now()});
      if (!device().show(picture)) return;
    }
  }

  /// A marker stays for two pictures, since the device may replace one that has not left.
  void animate(const stop_token& stop) {
    io::MonotonicClock clock(io::WaitMode::Sleep);
    std::optional<std::uint16_t> before;
    TimePoint due = clock.now();
    for (std::uint16_t index = 1; !stop.stop_requested(); ++index) {
      const auto trigger = inbox_.take();
      burn(work_);
      const auto number = trigger ? std::optional(trigger->number) : before;
      before = trigger ? number : std::nullopt;
      const auto picture = MarkerPattern::picture(samples_, number, index);
      if (trigger) answers_.push_back({*trigger, clock.now()});
      if (!device().show(picture)) return;
      due = std::max(due + period_, clock.now());
      clock.wait_until(due);
    }
  }

  TriggerInbox& inbox_;
  Duration period_;
  Duration work_;
  std::size_t samples_;
};

}  // namespace

std::unique_ptr<Application> start_waves(const PathOptions& options, const std::string& target,
                                         TriggerInbox& inbox, std::shared_ptr<io::SendLog> log) {
  return std::make_unique<WaveApplication>(options, target, inbox, std::move(log));
}

std::unique_ptr<Application> start_frames(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox, std::shared_ptr<io::SendLog> log) {
  return std::make_unique<FrameApplication>(options, target, inbox, std::move(log));
}

}  // namespace idn::latency
