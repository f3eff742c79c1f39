// SPDX-License-Identifier: MIT
#pragma once

#include <QDialog>

class QMenuBar;

namespace idn::viewer {

/// Every key of the window, taken from its menus, and what the mouse does.
class ShortcutsPage : public QDialog {
 public:
  ShortcutsPage(const QMenuBar& menus, QWidget* parent);
};

}  // namespace idn::viewer
