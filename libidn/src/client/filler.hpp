// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <thread>

#include "client/callback_scope.hpp"
#include "client/device_content.hpp"

namespace idn::client {

/// Calls the application for content ahead of time, on a thread of its own or, with EngineOptions::manual,
/// within Engine::drive().
class Filler {
 public:
  struct Setup {
    const void* engine;  ///< of CallbackScope
    DeviceContent& content;
    Duration pause;                       ///< until room is looked for again where there was none
    std::function<void(Fault)> on_fault;  ///< gets what the application throws, on the thread of the filler
  };

  /// Waits for the last call.
  virtual ~Filler() = default;
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

  void start_thread();
  /// Asks as often as there is room, 16 times at most. @return when to ask next; kNever once it is over
  TimePoint ask();
  /// Nothing more is asked for. What a call in progress brings still comes. Any thread.
  void end() noexcept { over_.store(true, std::memory_order_release); }
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

 protected:
  explicit Filler(Setup setup) : setup_(std::move(setup)) {}

  DeviceContent& content() noexcept { return setup_.content; }
  /// False where there is no room, or another call is in progress.
  virtual bool ask_once(TimePoint now) = 0;
  /// @return what `question` does; nothing where that throws
  template <class Question>
  auto answer_of(Question question) -> decltype(question());
  /// For destructors of what ask_once() uses.
  void end_thread() noexcept {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  Setup setup_;
  std::atomic<bool> over_{false};
  std::jthread thread_;
};

class SampleFiller final : public Filler {
 public:
  /// `shortest`: so many samples are asked for at least.
  SampleFiller(Setup setup, Device::Fill fill, std::size_t shortest)
      : Filler(std::move(setup)), fill_(std::move(fill)), shortest_(shortest) {}
  ~SampleFiller() override { end_thread(); }

 private:
  bool ask_once(TimePoint now) override;

  Device::Fill fill_;
  std::size_t shortest_;
  std::optional<std::uint64_t> begin_;  ///< number of the first sample
};

/// Of frames that are all kept.
class PictureFiller final : public Filler {
 public:
  PictureFiller(Setup setup, Device::FillPicture fill) : Filler(std::move(setup)), fill_(std::move(fill)) {}
  ~PictureFiller() override { end_thread(); }

 private:
  bool ask_once(TimePoint now) override;

  Device::FillPicture fill_;
  std::vector<LaserSample> picture_;
};

}  // namespace idn::client
