// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>
#include <thread>

#include "client/device_content.hpp"

namespace idn::client {

/// Asks an application for samples, ahead of the wire: on a thread of its own, or when it is told to.
class Filler {
 public:
  /// `engine`: of CallbackScope. `shortest`: so many samples are asked for at least. `on_fault` gets what the
  /// application throws, on the thread of the filler.
  Filler(const void* engine, DeviceContent& content, Device::Fill fill, std::size_t shortest,
         std::function<void(Fault)> on_fault);
  /// Waits for the last call.
  ~Filler();
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

  void start_thread();
  /// Asks as often as there is room, a bounded number of times. @return when to ask next; kNever once it is
  /// over
  TimePoint ask();
  /// Nothing more is asked for. What a call in progress brings still comes. Any thread.
  void end() noexcept { over_.store(true, std::memory_order_release); }
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

 private:
  bool ask_once(TimePoint now);

  const void* engine_;
  DeviceContent& content_;
  Device::Fill fill_;
  std::size_t shortest_;
  std::function<void(Fault)> on_fault_;
  std::optional<std::size_t> begin_;  ///< number of the first sample
  std::atomic<bool> over_{false};
  std::jthread thread_;  ///< last: uses all of the above
};

}  // namespace idn::client
