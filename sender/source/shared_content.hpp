// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "idn/stop_token.hpp"
#include "sender/source/content.hpp"

namespace idn::sender {

/// Plays what other programs write into a shared ring. Ends with the duration only.
class SharedContent final : public Content {
 public:
  /// `duration`: after which it ends; 0: never
  SharedContent(std::string name, Duration duration) : name_(std::move(name)), duration_(duration) {}

  Result<void> begin(client::Device& device) override;
  std::optional<std::uint64_t> total_samples() const override { return std::nullopt; }
  /// Reports on standard error if writers were disconnected. Call while the device exists.
  void report_writers() const;

 private:
  std::string name_;
  Duration duration_;
  client::Device* device_ = nullptr;
  jthread end_;  ///< waits for the duration
};

}  // namespace idn::sender
