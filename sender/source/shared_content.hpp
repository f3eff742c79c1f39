// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <thread>

#include "sender/source/content.hpp"

namespace idn::sender {

/// What other programs write into a shared ring: without an end, but for the duration.
class SharedContent final : public Content {
 public:
  /// `duration`: behind which it ends; 0: never
  SharedContent(std::string name, Duration duration) : name_(std::move(name)), duration_(duration) {}

  client::Expected<void> begin(client::Device& device) override;
  std::optional<std::uint64_t> total_samples() const override { return std::nullopt; }
  /// Says so on standard error where writers were cut off. While the device is there.
  void report_writers() const;

 private:
  std::string name_;
  Duration duration_;
  client::Device* device_ = nullptr;
  std::jthread end_;  ///< waits for the duration
};

}  // namespace idn::sender
