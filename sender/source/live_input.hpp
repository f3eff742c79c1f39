// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "idn/stream/sample_source.hpp"
#include "idn/wire/sample_codec.hpp"
#include "sender/source/input_stream.hpp"

namespace idn::sender {

/// Raw samples from a file descriptor, in one of the sender's wire layouts: big endian, no header, no padding.
class LiveInput final : public stream::SampleSource {
 public:
  /// Does not own `descriptor`.
  LiveInput(int descriptor, const wire::SampleCodec& layout);

  /// Throws cli::Failure where reading fails.
  std::size_t read(std::span<LaserSample> out, std::stop_token stop) override;

  /// Octets of a sample that was cut off by the end of the input.
  std::size_t leftover() const noexcept { return held_; }

 private:
  InputStream input_;
  wire::SampleCodec layout_;
  std::vector<std::byte> buffer_;
  std::size_t held_ = 0;
};

}  // namespace idn::sender
