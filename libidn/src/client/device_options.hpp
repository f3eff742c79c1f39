// SPDX-License-Identifier: MIT
#pragma once

#include "client/device_content.hpp"
#include "idn/client/device.hpp"
#include "idn/stream/frame_session.hpp"
#include "idn/stream/wave_stream.hpp"

namespace idn::client {

/// Validates the options, and combines their limits with those of this machine by tightest().
/// Errors: FaultCode::BadOption, Limits.
Expected<DeviceOptions> checked(DeviceOptions options);

/// DeviceOptions::moves; else what the class of the scanners needs; else the default.
stream::MoveTiming move_timing(const DeviceOptions& options) noexcept;
std::size_t samples_per_packet(const DeviceOptions& options);
stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service);
/// @param content is notified of each frame sent, and when the unit has moved; must outlive the stream
stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content);

}  // namespace idn::client
