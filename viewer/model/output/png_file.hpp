// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace idn::viewer {

/// A view of a picture: pixels 0xffRRGGBB, row by row.
struct PictureView {
  int width = 0;
  int height = 0;
  std::span<const std::uint32_t> pixels;
};

/// Encodes as PNG with 8 bits per colour, sRGB. Throws cli::Failure.
std::vector<std::byte> to_png(const PictureView& picture);

/// Writes a PNG file; it gets its name when it is complete. Throws cli::Failure.
void write_png(const std::string& path, const PictureView& picture);

}  // namespace idn::viewer
