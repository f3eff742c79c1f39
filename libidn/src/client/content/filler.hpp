// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>

#include "client/content/callback_scope.hpp"
#include "client/content/device_content.hpp"
#include "idn/io/now.hpp"
#include "idn/stop_token.hpp"

namespace idn::client {

/// Calls a callback of the application for content before it is due, on a thread of its own or, with
/// EngineOptions::manual, within Engine::drive().
class Filler {
 public:
  struct Setup {
    const void* engine;  ///< for CallbackScope
    DeviceContent& content;
    Duration pause;                       ///< polling interval while the queue has no room
    std::function<void(Error)> on_fault;  ///< called on the thread of the filler, which then ends
    std::function<Duration()> receiver_latency = [] { return Duration{0}; };  ///< as it reports it; 0: unknown
    std::function<TimePoint()> now = io::monotonic_now;                       ///< the clock of `content`
  };

  /// Waits until the last call of the callback has returned.
  virtual ~Filler() = default;
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

  void start_thread();
  /// Calls the callback as long as there is room, 16 times at most.
  /// @return when to call this again; kNever once the fill has ended
  TimePoint ask();
  /// Ends the fill: the callback is not called again; what a call in progress supplies is still queued.
  /// Threads: any.
  void end() noexcept { over_.store(true, std::memory_order_release); }
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

 protected:
  explicit Filler(Setup setup) : setup_(std::move(setup)) {}

  DeviceContent& content() noexcept { return setup_.content; }
  TimePoint now() const { return setup_.now(); }
  Duration receiver_latency() const { return setup_.receiver_latency(); }
  /// Calls the callback once. @return false if it was not called, since there is no room or another call is in
  /// progress, or if it has ended the fill
  virtual bool ask_once(TimePoint asked) = 0;
  /// Reports an error, and makes the device dark.
  void fail(Error what);
  /// @return the result of `question`; 0 or false if it throws, which is reported
  template <class Question>
  auto answer_of(Question question) -> decltype(question());
  /// To be called by the destructors of derived classes, whose members ask_once() uses.
  void end_thread() noexcept {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  Setup setup_;
  std::atomic<bool> over_{false};
  jthread thread_;
};

class SampleFiller final : public Filler {
 public:
  /// @param shortest the callback is only called while the queue has room for this many samples
  SampleFiller(Setup setup, Device::Fill fill, std::size_t shortest)
      : Filler(std::move(setup)), fill_(std::move(fill)), shortest_(shortest) {}
  ~SampleFiller() override { end_thread(); }

 private:
  bool ask_once(TimePoint asked) override;

  Device::Fill fill_;
  std::size_t shortest_;
  std::optional<std::uint64_t> begin_;  ///< number of the first sample
};

/// For devices with FrameOptions::keep_all.
class PictureFiller final : public Filler {
 public:
  PictureFiller(Setup setup, Device::FillPicture fill) : Filler(std::move(setup)), fill_(std::move(fill)) {}
  ~PictureFiller() override { end_thread(); }

 private:
  bool ask_once(TimePoint asked) override;

  Device::FillPicture fill_;
  std::vector<LaserSample> picture_;
};

}  // namespace idn::client
