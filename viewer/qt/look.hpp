// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/picture/picture.hpp"

class QSettings;

namespace idn::viewer {

/// Display options common to all tiles. Size, primaries and orientation differ by tile.
struct Look {
  PictureOptions picture{};
  bool heat_map = false;  ///< show the heat map instead of the picture

  friend bool operator==(const Look&, const Look&) = default;
};

void save(const Look& look, QSettings& settings);
/// Loads the saved options. Those that differ from the defaults in `asked` (the command line) take precedence.
Look load(const Look& asked, const QSettings& settings);

}  // namespace idn::viewer
