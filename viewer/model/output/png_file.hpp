// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace idn::viewer {

/// A picture as it is handed around: 0xffRRGGBB, row by row.
struct PictureView {
  int width = 0;
  int height = 0;
  std::span<const std::uint32_t> pixels;
};

/// 8 bits per colour, sRGB.
std::vector<std::byte> to_png(const PictureView& picture);

/// The file appears when it is complete. Throws cli::Failure.
void write_png(const std::string& path, const PictureView& picture);

}  // namespace idn::viewer
