// SPDX-License-Identifier: MIT
#pragma once

#include <string>

class QImage;

namespace idn::viewer {

/// Writes a PNG file; it gets its name when it is complete. Throws cli::Failure.
void write_image(const std::string& path, const QImage& image);

}  // namespace idn::viewer
