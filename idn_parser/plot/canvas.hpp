// SPDX-License-Identifier: MIT
#pragma once

namespace idn::parser {

/// Size of every figure, in the units of its view box.
inline constexpr int kCanvasWidth = 892;
inline constexpr int kCanvasHeight = 400;

}  // namespace idn::parser
