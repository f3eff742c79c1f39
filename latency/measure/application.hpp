// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "idn/client/status.hpp"
#include "idn/io/send_log.hpp"
#include "latency/measure/trigger_inbox.hpp"
#include "latency/path_options.hpp"

namespace idn::latency {

/// A trigger that the application has answered.
struct Answer {
  Trigger trigger{};
  TimePoint handed{};  ///< T1: when it handed over the first sample that shows the trigger
};

/// Plays the circle of markers to a receiver, and shows each trigger as its marker. Has a thread of its own.
class Application {
 public:
  virtual ~Application() = default;
  /// Ends dark and waits for that. Once. What it answered so far is left.
  virtual std::vector<Answer> stop() = 0;
  /// Why it cannot go on; empty while all is well. Threads: any.
  virtual std::string failure() const { return {}; }
  /// Of its device, where it has one in this process. Threads: any.
  virtual std::optional<client::Status> status() const { return std::nullopt; }
};

/// @param target HOST:PORT to stream to
/// @param inbox outlives it
/// @param log gets what is sent, where the producer is of this process
/// Throws cli::Failure where it cannot begin.
std::unique_ptr<Application> start_application(const PathOptions& options, const std::string& target,
                                               TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);

// One for each kind of producer.
std::unique_ptr<Application> start_waves(const PathOptions& options, const std::string& target,
                                         TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);
std::unique_ptr<Application> start_frames(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox, std::shared_ptr<io::SendLog> log);
std::unique_ptr<Application> start_pipe(const PathOptions& options, const std::string& target,
                                        TriggerInbox& inbox);

std::unique_ptr<Application> start_shared(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox);

/// Between two looks of the application for room: short beside a datagram, and no burden.
Duration poll_interval(const PathOptions& options) noexcept;
/// Between two looks of an application that shows pictures for something to show.
inline constexpr Duration kPictureLook = std::chrono::microseconds(200);
/// Samples of a picture.
std::size_t samples_per_picture(const PathOptions& options) noexcept;

}  // namespace idn::latency
