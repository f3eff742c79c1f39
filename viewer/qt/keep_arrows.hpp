// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QWidget;

namespace idn::viewer {

/// Sliders, lists and numbers that have the keyboard keep the arrow keys, which elsewhere are keys of the
/// window. For all such children of `panel`, as long as that lives.
void keep_arrows(QWidget& panel);

}  // namespace idn::viewer
