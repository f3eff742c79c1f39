// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>

class QApplication;

/// Colours of the window: dark, so that the picture stands out, and independent of the desktop's theme.
namespace idn::viewer::theme {

inline const QColor kWindow(0x17, 0x19, 0x1d);
inline const QColor kSunken(0x0c, 0x0d, 0x10);
inline const QColor kRaised(0x24, 0x28, 0x2f);
inline const QColor kLine(0x35, 0x3a, 0x43);
inline const QColor kText(0xd6, 0xda, 0xe0);
inline const QColor kFaint(0x8a, 0x92, 0x9e);
inline const QColor kAccent(0x4f, 0xb3, 0xff);
inline const QColor kGood(0x4c, 0xc3, 0x7a);
inline const QColor kWarning(0xf0, 0xb0, 0x3c);
inline const QColor kBad(0xf0, 0x5d, 0x5d);

void apply(QApplication& application);

}  // namespace idn::viewer::theme
