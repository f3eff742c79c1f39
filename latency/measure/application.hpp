// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "idn/client/status.hpp"
#include "idn/io/send/send_log.hpp"
#include "latency/measure/trigger_inbox.hpp"
#include "latency/path_options.hpp"

namespace idn::latency {

/// A trigger to which the application has shown a marker.
struct AnsweredTrigger {
  Trigger trigger{};
  TimePoint handed{};  ///< T1: when it handed over the first sample that shows the trigger
};

/// The application under test: plays a circle and, for each trigger, a marker in its colours. Has a thread of
/// its own.
class Application {
 public:
  virtual ~Application() = default;
  /// Ends the stream, dark, and waits for its end. Call it once.
  /// @return all answers
  virtual std::vector<AnsweredTrigger> stop() = 0;
  /// Why it cannot continue; empty while it can. Threads: any.
  virtual std::string failure() const { return {}; }
  /// The status of its device, if it has one in this process. Threads: any.
  virtual std::optional<client::DeviceStatus> status() const { return std::nullopt; }
};

/// Starts the application for `options.producer`. Throws cli::Failure if it cannot start.
/// @param target HOST:PORT to stream to
/// @param inbox must outlive the application
/// @param log receives each datagram that is sent, if the producer sends in this process; else unused
std::unique_ptr<Application> start_application(const PathOptions& options, const std::string& target,
                                               TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);

// For start_application(), by kind of producer.
std::unique_ptr<Application> start_waves(const PathOptions& options, const std::string& target,
                                         TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);
std::unique_ptr<Application> start_frames(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);
std::unique_ptr<Application> start_pipe(const PathOptions& options, const std::string& target,
                                        TriggerInbox& inbox);

std::unique_ptr<Application> start_shared(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox);

/// Interval at which the application polls for room in the queue: a fifth of a datagram, 100 us to 1 ms, so
/// that it costs little CPU time.
Duration poll_interval(const PathOptions& options) noexcept;
/// Interval at which an application that shows pictures polls for triggers.
inline constexpr Duration kPicturePollInterval = std::chrono::microseconds(200);
/// Samples of a picture with a marker, by the frame period.
std::size_t samples_per_picture(const PathOptions& options) noexcept;

}  // namespace idn::latency
