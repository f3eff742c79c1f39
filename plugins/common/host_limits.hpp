// SPDX-License-Identifier: MIT
#pragma once

namespace idn::plugins {

/// How many cards hosts of EasyLase have room for.
inline constexpr int kMostEasyLaseCards = 16;
/// The same for OLSC: LaserShowGen has room for no more.
inline constexpr int kMostOlscDevices = 16;

}  // namespace idn::plugins
