// SPDX-License-Identifier: MIT
#pragma once

#include "client/content/device_content.hpp"
#include "idn/client/device.hpp"
#include "stream/send/frame_stream.hpp"
#include "stream/send/wave_stream.hpp"

namespace idn::client {

/// Validates the options, and combines their limits with those of this machine by output::tightest().
/// Errors: Errc::BadOption, Limits.
Result<DeviceOptions> checked(DeviceOptions options);

/// DeviceOptions::moves; else what the class of the scanners needs; else the default.
MoveTiming move_timing(const DeviceOptions& options) noexcept;
stream::WaveConfig wave_config(const DeviceOptions& options, std::uint8_t service);
/// @param content is notified when the unit has moved; must outlive the session
stream::LinkConfig link_config(const DeviceOptions& options, DeviceContent& content);
/// @param content is notified of each frame sent; must outlive the stream
stream::FrameConfig frame_config(const DeviceOptions& options, std::uint8_t service, DeviceContent& content);

}  // namespace idn::client
