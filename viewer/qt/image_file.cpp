// SPDX-License-Identifier: MIT
#include "viewer/qt/image_file.hpp"

#include <QImage>

#include "viewer/model/output/png_file.hpp"

namespace idn::viewer {

void write_image(const std::string& path, const QImage& image) {
  const QImage rows = image.convertToFormat(QImage::Format_RGB32);
  const std::span pixels(reinterpret_cast<const std::uint32_t*>(rows.constBits()),
                         static_cast<std::size_t>(rows.width()) * static_cast<std::size_t>(rows.height()));
  write_png(path, {rows.width(), rows.height(), pixels});
}

}  // namespace idn::viewer
