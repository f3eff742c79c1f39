// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "idn/picture/sequence.hpp"
#include "idn/wire/sample_codec.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// The pictures of a sequence, one per frame period.
class PictureContent final : public Content {
 public:
  struct Plan {
    std::uint64_t repeat = 1;              ///< of the whole sequence; 0: for ever
    std::optional<std::uint64_t> limit{};  ///< frame periods after which the show ends
    wire::SampleCodec format = wire::kUsualFormat;
  };

  PictureContent(std::unique_ptr<picture::Sequence> sequence, const Plan& plan)
      : sequence_(std::move(sequence)), plan_(plan) {}

  Result<void> begin(client::Device& device) override;
  std::optional<std::uint64_t> total_samples() const override;
  /// Callback of Device::fill_pictures(). @return false at the end
  bool next(std::vector<LaserSample>& picture);

 private:
  bool load_next(std::vector<LaserSample>& picture);
  void check(std::size_t points) const;

  std::unique_ptr<picture::Sequence> sequence_;
  Plan plan_;
  std::uint64_t frames_fed_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace idn::sender
