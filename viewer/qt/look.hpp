// SPDX-License-Identifier: MIT
#pragma once

#include "viewer/model/picture/picture.hpp"

class QSettings;

namespace idn::viewer {

/// How tiles draw their streams. Size, primaries and orientation are each tile's own.
struct Look {
  PictureOptions picture{};
  bool heat_map = false;  ///< where the light rests, instead of the picture

  friend bool operator==(const Look&, const Look&) = default;
};

void save(const Look& look, QSettings& settings);
/// What was saved; where `asked` differs from the defaults it wins.
Look load(const Look& asked, const QSettings& settings);

}  // namespace idn::viewer
