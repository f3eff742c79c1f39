// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/stop_token.hpp"
#include "idn/stream/send/sample_source.hpp"
#include "idn/time.hpp"
#include "idn/wire/sample_codec.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {

/// Raw samples from a file descriptor, in one of the sender's wire layouts: big endian, no header, no padding.
class LiveInput final : public stream::SampleSource {
 public:
  /// Does not own `descriptor`.
  LiveInput(int descriptor, const wire::SampleCodec& layout);

  /// Throws cli::Failure if reading fails.
  std::size_t read(std::span<LaserSample> out, stop_token stop) override;

  // Both drop samples of a pipe that has a writer; from other inputs nothing is dropped. They throw
  // cli::Failure if reading fails.

  /// Drops the samples in the pipe, and those that a blocked writer adds at once, until a writer that works in
  /// real time is on time again. If the writer is faster, drops no more than were due since `since` at `rate`.
  void catch_up(SampleRate rate, TimePoint since, stop_token stop);
  /// Drops the samples in the pipe except the newest `samples`.
  void keep_newest(std::size_t samples, stop_token stop);
  /// How many samples both have dropped.
  std::size_t dropped() const noexcept { return dropped_; }

  /// Octets of an incomplete sample at the end of the input.
  std::size_t leftover() const noexcept { return held_; }

 private:
  std::size_t backlog() const noexcept { return (held_ + input_.backlog()) / layout_.sample_size(); }
  void drop(std::size_t samples, const stop_token& stop);

  InputStream input_;
  wire::SampleCodec layout_;
  std::vector<std::byte> buffer_;
  std::size_t held_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace idn::sender
