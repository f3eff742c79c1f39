// SPDX-License-Identifier: MIT
#pragma once

#include "bench/fanout/figures.hpp"
#include "idn/client/device.hpp"

/// CPU time and timing of the client layer, to be compared with the loops below it.
namespace idn::bench {

struct DeviceFanOutOptions {
  std::size_t devices = 64;
  std::uint32_t pictures_per_second = 60;
  Duration measured = std::chrono::seconds(3);
  wire::SampleCodec format = wire::SampleFormat::Xyrgb;
  output::OutputOptions output{};
  std::vector<LaserSample> picture{};  ///< empty: noise of 1000 samples
};

struct DeviceFanOutResult {
  FanoutFigures figures;
  std::uint64_t dropped_by_sink = 0;
  double processor_percent = 0;  ///< of one core, by the tick thread
  std::uint64_t starved_samples = 0;
  std::uint64_t samples = 0;  ///< that were packed
  std::uint64_t limited = 0;  ///< changes by limits; a sample counts once for each limit that changed it
};

/// Measures devices of one engine, each at 100 kHz with 100 samples per datagram, that are given a picture
/// `pictures_per_second` times a second. Blocks. @throws cli::Failure
DeviceFanOutResult run_device_fan_out(const DeviceFanOutOptions& options);

struct VisitorOptions {
  std::size_t visitors = 64;  ///< devices open at the same time at most; 0: the stream is alone
  Duration measured = std::chrono::seconds(4);
};

struct VisitorResult {
  FanoutFigures figures;  ///< of the stream that stays
  std::uint64_t dropped_by_sink = 0;
  std::uint64_t opened = 0;  ///< visitors that were opened
};

/// Measures one device at 100 kHz that is filled, while others of the same tick thread (visitors) are opened
/// and closed in random order. Blocks. @throws cli::Failure
VisitorResult run_visitors(const VisitorOptions& options);

}  // namespace idn::bench
