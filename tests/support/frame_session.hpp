// SPDX-License-Identifier: MIT
#pragma once

#include "stream/send/frame_stream.hpp"

namespace idn::test {

/// A session with the pictures of its FrameStream. Threads: as these two.
class FrameSession final : public stream::SenderSession {
 public:
  /// Errors: as FrameStream::create().
  static FormatResult<std::unique_ptr<FrameSession>> create(const stream::FrameConfig& config,
                                                            stream::LightSwitch& light,
                                                            const stream::LinkConfig& link = {}) {
    auto frames = stream::FrameStream::create(config, light);
    if (!frames) return tl::unexpected(frames.error());
    return std::unique_ptr<FrameSession>(new FrameSession(link, *std::move(frames)));
  }

  stream::FrameStream& frames() noexcept { return frames_; }
  bool push(std::span<const LaserSample> samples, stream::FrameRepeat repeat = stream::FrameRepeat::UntilNext) {
    return frames_.push(samples, repeat);
  }
  std::size_t buffered() const noexcept { return frames_.buffered(); }

 private:
  FrameSession(const stream::LinkConfig& link, std::unique_ptr<stream::FrameStream> frames)
      : FrameSession(link, *frames, std::move(frames)) {}
  FrameSession(const stream::LinkConfig& link, stream::FrameStream& frames,
               std::unique_ptr<stream::FrameStream> owned)
      : SenderSession(std::move(owned), link), frames_(frames) {}

  stream::FrameStream& frames_;
};

}  // namespace idn::test
