// SPDX-License-Identifier: MIT
#pragma once

#include "client/device_content.hpp"
#include "idn/client/device.hpp"
#include "idn/stream/frame_session.hpp"
#include "idn/stream/wave_stream.hpp"

namespace idn::client {

/// With the limits of this machine, which nothing loosens. @return BadOption, Limits
Expected<DeviceOptions> checked(DeviceOptions options);

/// The one asked for, else that of the class of the scanners.
stream::MoveTiming move_timing(const DeviceOptions& options) noexcept;
std::size_t samples_per_packet(const DeviceOptions& options);
stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service);
/// @param content is called when a picture begins; must outlive the stream
stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content);

}  // namespace idn::client
