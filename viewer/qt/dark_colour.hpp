// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>

#include "viewer/model/timeline.hpp"

namespace idn::viewer {

/// The colour for a cause of darkness: red for a lost link or an abort, yellow for underruns and a missing
/// configuration, grey for what the sender requested.
QColor colour_of(DarkReason reason);

}  // namespace idn::viewer
