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

/// A copy of one chunk or frame.
struct ReceivedChunk {
  std::vector<LaserSample> samples;
  std::uint32_t rate = 0;
  bool is_frame = false;
  TimePoint arrival{};
  TimePoint shown_at{};
  Endpoint from{};
};

/// Bounded queue from the thread of a receiver to Python; push() never waits for Python. If it is full, the
/// oldest chunks are dropped.
class ChunkQueue {
 public:
  explicit ChunkQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(const client::ReceivedSamples& received);
  /// Waits for a chunk until that time. Call without the GIL.
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

  /// The next chunk as a Python object, or None.
  nanobind::object read(std::optional<double> timeout);
  /// An array of the samples of all queued chunks.
  nanobind::object take();
  Endpoint local() const noexcept { return local_; }
  std::uint64_t dropped() const { return queue_.dropped(); }
  bool is_open() const noexcept { return receiver_.has_value(); }

  void close() override;
  nanobind::object self() override { return nanobind::find(this); }

 private:
  std::optional<Error> reception_fault() const;

  ChunkQueue queue_;
  std::optional<client::SampleReceiver> receiver_;
  Endpoint local_;
};

}  // namespace idn::python
