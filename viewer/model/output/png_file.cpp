// SPDX-License-Identifier: MIT
#include "viewer/model/output/png_file.hpp"

#include <png.h>

#include <array>

#include "cli/failure.hpp"
#include "cli/file.hpp"

namespace idn::viewer {
namespace {

/// Uses libpng's simplified interface: the first call returns the size, the second one encodes. Empty on
/// failure.
std::vector<std::byte> encode(png_image& image, const void* pixels) {
  png_alloc_size_t size = 0;
  std::vector<std::byte> octets;
  if (png_image_write_to_memory(&image, nullptr, &size, 0, pixels, 0, nullptr) == 0) return octets;
  octets.resize(size);
  if (png_image_write_to_memory(&image, octets.data(), &size, 0, pixels, 0, nullptr) == 0) octets.clear();
  return octets;
}

}  // namespace

std::vector<std::byte> to_png(const PictureView& picture) {
  std::vector<std::array<std::uint8_t, 3>> rgb(picture.pixels.size());
  for (std::size_t i = 0; i < rgb.size(); ++i)
    rgb[i] = {static_cast<std::uint8_t>(picture.pixels[i] >> 16),
              static_cast<std::uint8_t>(picture.pixels[i] >> 8), static_cast<std::uint8_t>(picture.pixels[i])};
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  auto octets = encode(image, rgb.data());
  if (octets.empty()) throw cli::Failure(cli::kEnvironment, std::string("cannot make a PNG: ") + image.message);
  return octets;
}

void write_png(const std::string& path, const PictureView& picture) {
  cli::write_file_atomically(path, to_png(picture));
}

}  // namespace idn::viewer
