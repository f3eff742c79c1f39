// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

class QWidget;

namespace idn::viewer {

/// Lets sliders, lists and spin boxes in `panel` handle arrow keys themselves while they have the focus;
/// elsewhere these are shortcuts of the window. Affects the present children of `panel`.
void keep_arrows(QWidget& panel);

}  // namespace idn::viewer
