// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>

#include "idn/stream/sample_source.hpp"
#include "idn/stream/wave_session.hpp"
#include "sender/source/feed.hpp"

namespace idn::sender {

/// Moves samples from a source into the ring of a wave session.
class SampleFeed final : public Feed {
 public:
  struct Plan {
    std::size_t prefill = 0;               ///< samples that are there before the stream begins
    std::optional<std::uint64_t> limit{};  ///< samples after which the source is cut off
  };

  /// `source` outlives the feed.
  SampleFeed(stream::SampleSource& source, const Plan& plan) : source_(source), plan_(plan) {}

  stream::SenderSession& open(const StreamOptions& options) override;
  bool advance(const std::stop_token& stop) override;
  bool is_ready() const override { return fed_ >= plan_.prefill || full_; }
  bool has_begun() const override { return fed_ > 0; }
  std::optional<std::uint64_t> total_samples() const override;

 private:
  stream::SampleSource& source_;
  Plan plan_;
  std::unique_ptr<stream::WaveSession> session_;
  std::array<LaserSample, 1024> block_;
  std::span<const LaserSample> waiting_;  ///< part of the block that found no room yet
  std::uint64_t fed_ = 0;
  bool full_ = false;  ///< the session cannot take more before it begins
};

}  // namespace idn::sender
