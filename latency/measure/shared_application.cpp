// SPDX-License-Identifier: MIT
// An application that passes pictures to idn_sender live by shared memory.
#include "latency/measure/application.hpp"

#ifdef _WIN32

#include "cli/failure.hpp"

namespace idn::latency {

std::unique_ptr<Application> start_shared(const PathOptions&, const std::string&, TriggerInbox&) {
  throw cli::Failure(cli::kEnvironment, "the producer shared is not measured on Windows; choose live");
}

}  // namespace idn::latency

#else

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "cli/failure.hpp"
#include "idn/io/now.hpp"
#include "idn/io/send/clock.hpp"
#include "idn/shared_ring.h"
#include "idn/stop_token.hpp"
#include "latency/model/marker.hpp"

namespace idn::latency {
namespace {

using namespace std::chrono_literals;

static_assert(sizeof(idn_shared_sample_t) == sizeof(LaserSample) && std::is_trivially_copyable_v<LaserSample>);

/// A temporary folder that only this user can access, removed at the end.
class RingFolder {
 public:
  RingFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "idn_latency_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw cli::Failure(cli::kEnvironment, "cannot create a folder in the one for temporary files: " + name);
    path_ = name;
  }
  ~RingFolder() {
    std::error_code left;
    std::filesystem::remove_all(path_, left);
  }
  RingFolder(const RingFolder&) = delete;
  RingFolder& operator=(const RingFolder&) = delete;

  std::string ring() const { return (path_ / "ring").string(); }

 private:
  std::filesystem::path path_;
};

/// A shell command that runs idn_sender until its own standard input ends, then sends it SIGTERM.
std::string shared_command(const PathOptions& options, const std::string& target, const std::string& ring) {
  return fmt::format(
      "'{}' live --shared '{}' --target {} --rate {} --samples-per-packet {} >/dev/null & sender=$!; read -r "
      "end; "
      "kill -TERM $sender; wait $sender",
      options.sender, ring, target, options.rate, options.samples_per_datagram());
}

/// Shows the circle repeatedly. A picture with a marker replaces it with the next datagram, is drawn to its
/// end, and is followed by the circle again.
class SharedApplication final : public Application {
 public:
  SharedApplication(const PathOptions& options, const std::string& target, TriggerInbox& inbox)
      : inbox_(inbox) {
    std::fflush(nullptr);
    sender_ = ::popen(shared_command(options, target, folder_.ring()).c_str(), "w");
    if (sender_ == nullptr) throw cli::Failure(cli::kEnvironment, "cannot start: " + options.sender);
    if (!connect()) {
      finish();
      throw cli::Failure(cli::kEnvironment, options.sender + " shares no memory; see what it says");
    }
    samples_ = std::min<std::size_t>(options.rate / kCirclesPerSecond, ring_.ring->slot_samples);
    thread_ = jthread([this](const stop_token& stop) { run(stop); });
  }
  ~SharedApplication() override { finish(); }

  std::vector<AnsweredTrigger> stop() override {
    finish();
    return std::move(answers_);
  }

  std::string failure() const override {
    return producer_ended_.load(std::memory_order_relaxed)
               ? "the program that streams has ended; see what it says"
               : "";
  }

 private:
  static constexpr std::uint32_t kCirclesPerSecond = 50;

  bool connect() {
    io::MonotonicClock clock(io::WaitMode::Sleep);
    for (const TimePoint until = clock.now() + 5s; clock.now() < until; clock.wait_until(clock.now() + 10ms)) {
      is_open_ = idn_shared_open(&ring_, folder_.ring().c_str()) == 0;
      if (is_open_) return true;
    }
    return false;
  }

  void finish() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    if (std::exchange(is_open_, false)) idn_shared_close(&ring_);
    if (sender_ != nullptr) ::pclose(std::exchange(sender_, nullptr));
  }

  bool has_sender() const {
    char octet;
    return recv(ring_.connection, &octet, 1, MSG_DONTWAIT) != 0;
  }

  void run(const stop_token& stop) {
    io::MonotonicClock clock(io::WaitMode::Sleep);
    const auto circle = MarkerPattern::picture(samples_, std::nullopt);
    publish(circle, IDN_SHARED_PICTURE);
    std::uint32_t with_marker = 0;  // number of the last block with a marker
    bool circle_is_due = false;
    for (; !stop.stop_requested(); clock.wait_until(clock.now() + kPicturePollInterval)) {
      if (!has_sender()) return producer_ended_.store(true, std::memory_order_relaxed);
      idn_shared_keep(&ring_);
      const std::uint32_t replaced = IDN_SHARED_GET(&ring_.ring->taken);
      // The circle is published only after the marker's picture has begun: earlier it would replace that
      // picture, now it waits for its end.
      const bool has_begun = replaced + 1 >= with_marker, is_over = replaced >= with_marker;
      if (has_begun && std::exchange(circle_is_due, false)) publish(circle, IDN_SHARED_PICTURE);
      const auto trigger = is_over ? inbox_.take() : std::nullopt;
      if (!trigger) continue;
      with_marker = ring_.number;
      const auto picture = MarkerPattern::picture(samples_, trigger->number);
      answers_.push_back({*trigger, clock.now()});
      publish(picture, IDN_SHARED_PICTURE | IDN_SHARED_WHOLE);
      circle_is_due = true;
    }
  }

  /// There is always room: of the blocks published before, at most one is still being drawn.
  void publish(std::span<const LaserSample> picture, std::uint32_t flags) {
    idn_shared_sample_t* const room = idn_shared_begin(&ring_);
    if (room == nullptr) return;
    std::memcpy(room, picture.data(), picture.size_bytes());
    idn_shared_publish(&ring_, static_cast<std::uint32_t>(picture.size()), flags);
  }

  TriggerInbox& inbox_;
  RingFolder folder_;
  std::FILE* sender_ = nullptr;
  idn_shared_t ring_{};
  bool is_open_ = false;
  std::size_t samples_ = 0;  ///< of a picture
  std::atomic<bool> producer_ended_{false};
  std::vector<AnsweredTrigger> answers_;
  jthread thread_;
};

}  // namespace

std::unique_ptr<Application> start_shared(const PathOptions& options, const std::string& target,
                                          TriggerInbox& inbox) {
  return std::make_unique<SharedApplication>(options, target, inbox);
}

}  // namespace idn::latency

#endif
