// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/stream/sample_source.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// The samples of a source.
class SampleContent final : public Content {
 public:
  struct Plan {
    std::size_t prefill = 1;  ///< samples that are there before the stream begins, less than its ring holds
    std::optional<std::uint64_t> limit{};  ///< samples after which the source is cut off
  };

  SampleContent(std::unique_ptr<stream::SampleSource> source, const Plan& plan)
      : source_(std::move(source)), plan_(plan) {}

  client::Expected<void> begin(client::Device& device) override;
  std::optional<std::uint64_t> total_samples() const override;
  /// What the device asks for. @return how many samples; 0 at the end
  std::size_t fill(std::span<LaserSample> room);

 private:
  std::unique_ptr<stream::SampleSource> source_;
  Plan plan_;
  std::uint64_t fed_ = 0;
};

}  // namespace idn::sender
