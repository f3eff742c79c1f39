// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "closing.hpp"
#include "idn/client/sample_receiver.hpp"

namespace idn::python {

/// One chunk or frame, which it owns.
struct ReceivedChunk {
  std::vector<LaserSample> samples;
  std::uint32_t rate = 0;
  bool is_frame = false;
  TimePoint arrival{};
  TimePoint shown_at{};
  Endpoint from{};
};

/// Between the thread of a receiver and Python, which the thread never waits for. The oldest make room.
class ChunkQueue {
 public:
  explicit ChunkQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(const client::ReceivedSamples& received);
  /// Waits for a chunk until then. Without the GIL.
  std::optional<ReceivedChunk> pop(TimePoint until);
  std::deque<ReceivedChunk> pop_all();
  void close();
  bool is_closed() const;
  std::uint64_t dropped() const;

 private:
  const std::size_t capacity_;  ///< samples
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ReceivedChunk> chunks_;
  std::size_t samples_ = 0;
  std::uint64_t dropped_ = 0;
  bool closed_ = false;
};

/// idn.SampleReceiver
class ReceiverObject final : public Closable {
 public:
  ReceiverObject(const client::ReceiverOptions& options, std::size_t capacity);
  ~ReceiverObject() override;

  /// A chunk as Python has it, or None.
  nanobind::object read(std::optional<double> timeout);
  /// All samples that wait.
  nanobind::object take();
  Endpoint local() const noexcept { return local_; }
  std::uint64_t dropped() const { return queue_.dropped(); }

  void close() override;
  nanobind::object self() override { return nanobind::find(this); }

 private:
  std::optional<client::Fault> why_nothing() const;

  ChunkQueue queue_;
  std::optional<client::SampleReceiver> receiver_;
  Endpoint local_;
};

}  // namespace idn::python
