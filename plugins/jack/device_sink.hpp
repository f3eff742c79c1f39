// SPDX-License-Identifier: MIT
#pragma once

#include "idn/client/device.hpp"
#include "plugins/jack/feed.hpp"

namespace idn::jack {

/// The SampleSink that plays on a device.
class DeviceSink final : public JackSink {
 public:
  explicit DeviceSink(std::shared_ptr<client::Device> device) noexcept : device_(std::move(device)) {}

  const std::shared_ptr<client::Device>& device() const noexcept { return device_; }

  std::size_t write(std::span<const LaserSample> samples) override {
    return device_->write_some(samples).value_or(0);
  }
  Duration buffered() override { return device_->status().buffered; }
  std::uint64_t starved() override { return device_->status().starved_samples; }
  void set_rate(SampleRate rate) override { (void)device_->set_rate(rate.per_second); }

 private:
  std::shared_ptr<client::Device> device_;
};

}  // namespace idn::jack
