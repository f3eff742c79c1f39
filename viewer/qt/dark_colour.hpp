// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// How bad darkness is: red for what a sender did not mean, yellow for what it could not keep up with, grey for
/// what it asked for.
QColor colour_of(DarkReason reason);

}  // namespace idn::viewer
